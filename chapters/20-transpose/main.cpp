// A transpose beside a copy of the same matrix: both read and write every element once.
#include "bytes.hpp"

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace lockstep;

// Compares block by block: a CPU, too, is slow at walking down columns.
bool is_transpose(const std::vector<float>& in, const std::vector<float>& out,
                  std::size_t columns, std::size_t rows)
{
    constexpr std::size_t block = 32;
    for (std::size_t left = 0; left < columns; left += block)
        for (std::size_t top = 0; top < rows; top += block)
            for (std::size_t x = left; x < std::min(left + block, columns); ++x)
                for (std::size_t y = top; y < std::min(top + block, rows); ++y)
                    if (out[x * rows + y] != in[y * columns + x]) return false;
    return true;
}

struct Bench
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    cl::Program program = build_program(context, device, CHAPTER_DIR "/transpose.cl");
    bool simulated = is_simulator(device); // under the lens: small, and not timed

    // The best of three times of what `enqueue` enqueues.
    template <typename Enqueue>
    double best_ms(const Enqueue& enqueue)
    {
        double best = 1e30;
        for (int repeat = 0; repeat < (simulated ? 1 : 3); ++repeat) {
            cl::Event event;
            enqueue(event);
            best = std::min(best, elapsed(event).count());
        }
        return best;
    }

    void measure(std::size_t columns, std::size_t rows)
    {
        std::vector<float> matrix(columns * rows);
        for (std::size_t i = 0; i < matrix.size(); ++i)
            matrix[i] =
                static_cast<float>(i % 16777213); // a float holds each of them exactly
        const std::size_t bytes = matrix.size() * sizeof(float);
        const cl::Buffer in{context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                            matrix.data()};
        const cl::Buffer out{context, CL_MEM_READ_WRITE, bytes};
        //! [launch]
        cl::Kernel transpose = find_kernel(program, "transpose");
        transpose.setArg(0, in);
        transpose.setArg(1, out);
        transpose.setArg(2, static_cast<cl_uint>(columns));
        transpose.setArg(3, static_cast<cl_uint>(rows));
        // Groups of 32 × 8: a sub-group of 32 is a piece of a row of `in`.
        const cl::NDRange global((columns + 31) / 32 * 32, (rows + 7) / 8 * 8);
        const double ms = best_ms([&](cl::Event& event) {
            queue.enqueueNDRangeKernel(transpose, cl::NullRange, global, cl::NDRange(32, 8),
                                       nullptr, &event);
        });
        //! [launch]
        std::vector<float> got(matrix.size());
        queue.enqueueReadBuffer(out, CL_TRUE, 0, bytes, got.data());
        const bool right = is_transpose(matrix, got, columns, rows);
        const double copy_ms = best_ms([&](cl::Event& event) {
            queue.enqueueCopyBuffer(in, out, 0, 0, bytes, nullptr, &event);
        });
        const double gigabytes = 2e-9 * static_cast<double>(bytes); // read and written
        std::printf("%zu × %zu floats\n", columns, rows);
        std::printf("  copied     %9.3f ms %9.2f GB/s\n", copy_ms,
                    1e3 * gigabytes / copy_ms);
        std::printf("  transposed %9.3f ms %9.2f GB/s, 1/%.1f of the copy, %s\n", ms,
                    1e3 * gigabytes / ms, ms / copy_ms, right ? "right" : "WRONG");
    }
};

int main()
{
    return run([] {
        Bench bench;
        if (bench.simulated) {
            bench.measure(128, 64);
            return;
        }
        check_bytes(bench.device, bench.context, bench.queue, 256, 100);
        bench.measure(8192, 8192);
        bench.measure(8191, 8209); // nearly as many elements, and no power of two in sight
    });
}
