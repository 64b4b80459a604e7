// A sum to which every work-item adds its element, two ways, beside a loop and a copy of the same floats.
#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

using namespace lockstep;

//! [values]
// Odd multiples of 1/32 between -1 and 1. A float holds every sum of some millions of them exactly, so
// that every order of additions must give the same sum, to the last bit.
std::vector<float> exact_values(std::size_t count)
{
    std::vector<float> values;
    for (const std::uint32_t k : random_uints(count, 17, 32))
        values.push_back((2.0F * static_cast<float>(k) - 31.0F) / 32.0F);
    return values;
}
//! [values]

struct Bench
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device); // under the lens: small, and not timed
    std::vector<float> values = exact_values(std::size_t{1} << (simulated ? 12U : 24U));
    cl::Buffer in{context, values.begin(), values.end(), true};
    cl::Buffer sum{context, CL_MEM_READ_WRITE, sizeof(float)};
    cl::Program program = build_program(context, device, CHAPTER_DIR "/reduction.cl");

    // The time to sum the first `count` values.
    double sum_ms(cl::Kernel& kernel, std::size_t count)
    {
        queue.enqueueFillBuffer(sum, 0.0F, 0, sizeof(float));
        kernel.setArg(2, static_cast<cl_uint>(count));
        cl::Event event;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count),
                                   cl::NDRange(256), nullptr, &event);
        return elapsed(event).count();
    }

    void measure(const char* name, std::size_t most)
    {
        std::printf("%s\n", name);
        cl::Kernel kernel = find_kernel(program, name);
        kernel.setArg(0, in);
        kernel.setArg(1, sum);
        for (std::size_t count = 1024; count <= most; count *= 4) {
            double best = sum_ms(kernel, count);
            if (!simulated) best = std::min(best, sum_ms(kernel, count));
            float got = 0;
            queue.enqueueReadBuffer(sum, CL_TRUE, 0, sizeof(float), &got);
            const auto last = values.begin() + static_cast<std::ptrdiff_t>(count);
            const double expected = std::accumulate(values.begin(), last, 0.0);
            const auto elements = static_cast<double>(count);
            std::printf("  %9zu elements %10.3f ms %8.1f ns each %9.4f GB/s, %s\n", count,
                        best, 1e6 * best / elements, 4e-6 * elements / best,
                        double{got} == expected ? "right" : "WRONG");
        }
    }

    // What the same floats take when no work-item waits for another.
    void compare()
    {
        const double bytes = 4.0 * static_cast<double>(values.size());
        const cl::Buffer out{context, CL_MEM_READ_WRITE, values.size() * sizeof(float)};
        double loop = 1e30, copy = 1e30;
        volatile float result = 0;
        for (int repeat = 0; repeat < 5; ++repeat) {
            const Stopwatch watch;
            result = std::accumulate(values.begin(), values.end(), 0.0F);
            loop = std::min(loop, watch.elapsed().count());
            cl::Event event;
            queue.enqueueCopyBuffer(in, out, 0, 0, values.size() * sizeof(float), nullptr,
                                    &event);
            copy = std::min(copy, elapsed(event).count());
        }
        static_cast<void>(result);
        std::printf("%zu floats\n", values.size());
        std::printf("  a loop of C++ on the host      %8.3f ms %9.2f GB/s\n", loop,
                    1e-6 * bytes / loop);
        std::printf(
            "  a copy on the device           %8.3f ms %9.2f GB/s read and written\n", copy,
            2e-6 * bytes / copy);
    }
};

int main()
{
    return run([] {
        Bench bench;
        // Comparing gets slower and slower where thousands try at once.
        bench.measure("sum_compare", bench.simulated ? 1024 : 65536);
        bench.measure("sum_atomic", bench.values.size());
        if (!bench.simulated) bench.compare();
    });
}
