// What local memory is good for, and how its banks take it back: tiles turned, strides, and a patch with a rim.
#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using namespace lockstep;

struct Bench
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device); // under the lens: small, and not timed
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    std::size_t side = simulated ? 64 : gpu ? 8192 : 2048; // of the picture
    std::vector<float> picture = random_floats(side * side, 13);
    cl::Buffer in{context, picture.begin(), picture.end(), true};
    cl::Buffer out{context, CL_MEM_READ_WRITE, side* side * sizeof(float)};

    cl::Kernel kernel(const char* name, std::size_t row = 32, bool ahead = false)
    {
        return find_kernel(
            build_program(context, device, CHAPTER_DIR "/local-memory.cl",
                          "-D REACH=4 -D TILES=4 -D ROW=" + std::to_string(row) +
                              " -D AHEAD=" + std::to_string(ahead ? 1 : 0)),
            name);
    }

    double best_ms(const cl::Kernel& kernel, cl::NDRange global, cl::NDRange local)
    {
        double best = 1e30;
        for (int repeat = 0; repeat < (simulated ? 1 : 5); ++repeat) {
            cl::Event event;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr,
                                       &event);
            best = std::min(best, elapsed(event).count());
        }
        return best;
    }

    std::vector<float> result() const
    {
        std::vector<float> values(side * side);
        queue.enqueueReadBuffer(out, CL_TRUE, 0, side * side * sizeof(float),
                                values.data());
        return values;
    }
};

void turn_tiles(Bench& bench)
{
    const std::size_t n = bench.side;
    std::printf("%zu × %zu floats, each tile of 32 × 32 turned\n", n, n);
    double first = 0;
    for (const std::size_t row : {32, 33}) {
        cl::Kernel turn = bench.kernel("turn_tiles", row);
        turn.setArg(0, bench.in);
        turn.setArg(1, bench.out);
        turn.setArg(2, static_cast<cl_uint>(n));
        const double ms = bench.best_ms(turn, cl::NDRange(n, n / 4), cl::NDRange(32, 8));
        if (first == 0) first = ms;
        const std::vector<float> got = bench.result();
        bool right = true;
        for (std::size_t y = 0; y < n; ++y)
            for (std::size_t x = 0; x < n; ++x) {
                const std::size_t tile = y / 32 * 32 * n + x / 32 * 32;
                right =
                    right && got[y * n + x] == bench.picture[tile + x % 32 * n + y % 32];
            }
        std::printf("  rows of %zu %9.3f ms %8.0f GB/s %6.2f times as fast, %s\n", row, ms,
                    8e-6 * static_cast<double>(n * n) / ms, first / ms,
                    right ? "right" : "WRONG");
    }
}

void strides(Bench& bench)
{
    const cl_uint rounds = bench.simulated ? 4 : 2000;
    const std::size_t items =
        bench.simulated ? 256 : std::size_t{1} << (bench.gpu ? 20U : 14U);
    cl::Kernel kernel = bench.kernel("strided_words");
    kernel.setArg(0, bench.out);
    kernel.setArg(2, rounds);
    std::printf("\nlocal words read with a stride, one after the other\n");
    double first = 0;
    for (const cl_uint stride : {1U, 2U, 3U, 4U, 8U, 16U, 32U, 33U, 0U}) {
        if (bench.simulated && stride != 3 && stride != 32 && stride != 0) continue;
        kernel.setArg(1, stride);
        const double ms = bench.best_ms(kernel, cl::NDRange(items), cl::NDRange(256));
        if (first == 0) first = ms;
        std::printf("  stride %2u %9.2f ms %7.2f times as long\n", stride, ms, ms / first);
    }
}

//! [knock]
// Not for its time but for the lens: three of 32 meet in bank 0, then all want one word.
void knock(Bench& bench)
{
    std::vector<cl_uint> three(32), one(32, 5);
    for (cl_uint i = 0; i < 32; ++i) three[i] = i < 3 ? 32 * i : i;
    cl::Kernel kernel = bench.kernel("knock");
    kernel.setArg(1, bench.out);
    for (std::vector<cl_uint>& word : {std::ref(three), std::ref(one)}) {
        const cl::Buffer table{bench.context, word.begin(), word.end(), true};
        kernel.setArg(0, table);
        bench.best_ms(kernel, cl::NDRange(32), cl::NDRange(32));
    }
}
//! [knock]

void means(Bench& bench)
{
    struct Way
    {
        const char* label;
        const char* kernel;
        std::size_t patches; // room in local memory
        std::size_t tiles;   // of a work-group, from top to bottom
        bool ahead;
    };
    const std::size_t n = bench.side, reach = 4, inner = n - 32;
    const std::size_t patch_bytes = (32 + 2 * reach) * (8 + 2 * reach) * sizeof(float);
    std::printf("\nmeans of 9 × 9 elements\n");
    for (const Way& way : {Way{"mean_direct", "mean_direct", 0, 1, false},
                           Way{"mean_of_patch", "mean_of_patch", 1, 1, false},
                           Way{"mean_of_copy", "mean_of_copy", 1, 1, false},
                           Way{"mean_down, copy and wait", "mean_down", 2, 4, false},
                           Way{"mean_down, one patch ahead", "mean_down", 2, 4, true}}) {
        cl::Kernel mean = bench.kernel(way.kernel, 32, way.ahead);
        mean.setArg(0, bench.in);
        mean.setArg(1, bench.out);
        mean.setArg(2, static_cast<cl_uint>(n));
        if (way.patches > 0) mean.setArg(3, cl::Local(way.patches * patch_bytes));
        const double ms =
            bench.best_ms(mean, cl::NDRange(inner, inner / way.tiles), cl::NDRange(32, 8));
        const std::vector<float> got = bench.result();
        double worst = 0;
        for (std::size_t i = 0; i < inner; ++i) { // the diagonal
            double sum = 0;
            for (std::size_t dy = 0; dy <= 2 * reach; ++dy)
                for (std::size_t dx = 0; dx <= 2 * reach; ++dx)
                    sum += double{bench.picture[(i + dy) * n + i + dx]};
            worst =
                std::max(worst, std::abs(sum / 81 - double{got[(i + reach) * (n + 1)]}));
        }
        std::printf("  %-26s %9.3f ms, %s\n", way.label, ms,
                    worst < 1e-5 ? "right" : "WRONG");
    }
}

int main()
{
    return run([] {
        Bench bench;
        turn_tiles(bench);
        strides(bench);
        knock(bench);
        means(bench);
    });
}
