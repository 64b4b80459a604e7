// How often each value of a byte occurs: every byte an atomic increment, beside a plain
// loop and a copy of the bytes.
#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace lockstep;

using Counts = std::array<cl_uint, 256>;

//! [loop]
Counts histogram(const std::vector<std::uint8_t>& bytes)
{
    Counts counts{};
    for (const std::uint8_t byte : bytes) ++counts[byte];
    return counts;
}
//! [loop]

struct Bench
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device); // under the lens: small, and not timed
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    std::size_t n = std::size_t{1} << (simulated ? 14U : gpu ? 26U : 24U);
    cl::Kernel kernel = find_kernel(
        build_program(context, device, CHAPTER_DIR "/histogram.cl"), "histogram_global");
    cl::Buffer bytes{context, CL_MEM_READ_WRITE, n};
    cl::Buffer copy{context, CL_MEM_READ_WRITE, n};
    cl::Buffer counts{context, CL_MEM_READ_WRITE, sizeof(Counts)};
};

void report(const char* what, std::size_t n, double ms, const char* verdict)
{
    std::printf("  %-24s %10.3f ms %9.3f GB/s%s\n", what, ms,
                1e-6 * static_cast<double>(n) / ms, verdict);
}

void count(Bench& bench, const char* name, const std::vector<std::uint8_t>& bytes)
{
    bench.queue.enqueueWriteBuffer(bench.bytes, CL_TRUE, 0, bench.n, bytes.data());
    bench.kernel.setArg(0, bench.bytes);
    bench.kernel.setArg(1, static_cast<cl_uint>(bench.n));
    bench.kernel.setArg(2, bench.counts);
    std::printf("%s\n", name);

    double best = 1e30, best_copy = 1e30, best_loop = 1e30;
    Counts expected{};
    for (int repeat = 0; repeat < (bench.simulated ? 1 : 3); ++repeat) {
        cl::Event counted, copied;
        bench.queue.enqueueFillBuffer(bench.counts, cl_uint{0}, 0, sizeof(Counts));
        bench.queue.enqueueNDRangeKernel(bench.kernel, cl::NullRange, cl::NDRange(bench.n),
                                         cl::NDRange(256), nullptr, &counted);
        bench.queue.enqueueCopyBuffer(bench.bytes, bench.copy, 0, 0, bench.n, nullptr,
                                      &copied);
        best = std::min(best, elapsed(counted).count());
        best_copy = std::min(best_copy, elapsed(copied).count());
        const Stopwatch watch;
        expected = histogram(bytes);
        best_loop = std::min(best_loop, watch.elapsed().count());
    }
    Counts got{};
    bench.queue.enqueueReadBuffer(bench.counts, CL_TRUE, 0, sizeof(Counts), got.data());
    report("one atomic for each byte", bench.n, best,
           got == expected ? ", right" : ", WRONG");
    report("a copy of the bytes", bench.n, best_copy, "");
    report("a loop on the host", bench.n, best_loop, "");
}

int main()
{
    return run([] {
        Bench bench;
        std::printf("%zu bytes\n", bench.n);
        count(bench, "every value equally often", random_bytes(bench.n, 18));
        count(bench, "one value only", std::vector<std::uint8_t>(bench.n, 77));
    });
}
