// Every a multiplied by every b, in the obvious way, and what this device could do: the bottom of the first ladder.
#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
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
    cl::Program program = build_program(context, device, CHAPTER_DIR "/first-ladder.cl",
                                        gpu ? "-D VECTOR=float" : "-D VECTOR=float16");

    double best_ms(const cl::Kernel& kernel, std::size_t items, std::size_t group)
    {
        double best = 1e30;
        for (int repeat = 0; repeat < (simulated ? 1 : 5); ++repeat) {
            cl::Event event;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items),
                                       cl::NDRange(group), nullptr, &event);
            best = std::min(best, elapsed(event).count());
        }
        return best;
    }
};

// The reference need not make the products: in double, a[x] * (b[0] + b[1] + …) is as good.
bool right(const std::vector<float>& a, const std::vector<float>& b,
           const std::vector<float>& c)
{
    const double sum = std::accumulate(b.begin(), b.end(), 0.0);
    const double tolerance = std::sqrt(static_cast<double>(b.size())) * 0x1p-23 * sum;
    for (std::size_t x = 0; x < a.size(); ++x)
        if (!(std::abs(double{c[x]} - double{a[x]} * sum) <=
              tolerance * std::abs(double{a[x]})))
            return false;
    return true;
}

//! [naive]
double naive(Bench& bench)
{
    const std::size_t n = bench.simulated ? 256 : bench.gpu ? 4194304 : 32768;
    const std::size_t m = bench.simulated ? 64 : 8192;
    const std::vector<float> a = random_floats(n, 16);
    const std::vector<float> b = random_floats(m, 17, 0.5F, 2.5F);
    const cl::Buffer device_a(bench.context, a.begin(), a.end(), true);
    const cl::Buffer device_b(bench.context, b.begin(), b.end(), true);
    const cl::Buffer device_c(bench.context, CL_MEM_WRITE_ONLY, n * sizeof(float));

    cl::Kernel kernel = find_kernel(bench.program, "products_naive");
    kernel.setArg(0, device_a);
    kernel.setArg(1, device_b);
    kernel.setArg(2, device_c);
    kernel.setArg(3, static_cast<cl_uint>(n));
    kernel.setArg(4, static_cast<cl_uint>(m));
    const double ms = bench.best_ms(kernel, n, 256);

    std::vector<float> c(n);
    bench.queue.enqueueReadBuffer(device_c, CL_TRUE, 0, n * sizeof(float), c.data());
    const double gflops = 2e-6 * static_cast<double>(n) * static_cast<double>(m) / ms;
    std::printf("%zu × %zu products: %.2f ms, %.1f GFLOP/s, %s\n", n, m, ms, gflops,
                right(a, b, c) ? "right" : "WRONG");
    return gflops;
}
//! [naive]

double multiply_adds(Bench& bench)
{
    const std::size_t width = bench.gpu ? 1 : 16;
    const std::size_t items = bench.simulated ? 64 : bench.gpu ? 4194304 : 256;
    const cl_uint rounds = bench.simulated ? 4 : bench.gpu ? 4096 : 32768;
    const cl::Buffer out(bench.context, CL_MEM_WRITE_ONLY, items * width * sizeof(float));
    cl::Kernel kernel = find_kernel(bench.program, "multiply_adds");
    kernel.setArg(0, out);
    kernel.setArg(1, 0.999F);
    kernel.setArg(2, 0.001F);
    kernel.setArg(3, rounds);
    const double ms = bench.best_ms(kernel, items, 64);
    const double gflops = 2e-6 * 12 * static_cast<double>(width * items) * rounds / ms;
    std::printf("multiply-adds and nothing else: %.1f GFLOP/s\n", gflops);
    return gflops;
}

int main()
{
    return run([] {
        Bench bench;
        const double reached = naive(bench);
        const double possible = multiply_adds(bench);
        if (!bench.simulated)
            std::printf("the kernel gets %.1f %% of what is there\n",
                        100 * reached / possible);
    });
}
