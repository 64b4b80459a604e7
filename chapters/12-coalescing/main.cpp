// What the order of reads costs: strides, offsets, structures, and the two ways to hand out a matrix product.
#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

using namespace lockstep;

struct Bench
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    cl::Program program = build_program(context, device, CHAPTER_DIR "/coalescing.cl");
    bool simulated = is_simulator(device); // under the lens: small, and not timed
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;

    cl::Buffer buffer(std::size_t floats) const
    {
        return {context, CL_MEM_READ_WRITE, floats * sizeof(float)};
    }

    template <typename... Arguments>
    double best_ms(const char* name, cl::NDRange global, cl::NDRange local,
                   const Arguments&... arguments)
    {
        cl::Kernel kernel = find_kernel(program, name);
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        double best = 1e30;
        for (int repeat = 0; repeat < (simulated ? 1 : 5); ++repeat) {
            cl::Event event;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr,
                                       &event);
            best = std::min(best, elapsed(event).count());
        }
        return best;
    }
};

// Both products, checked against one row and one column of the host's.
void products(Bench& bench)
{
    const std::size_t n = bench.simulated ? 32 : bench.gpu ? 2048 : 512;
    const auto a = random_floats(n * n, 1), b = random_floats(n * n, 2);
    const cl::Buffer A = bench.buffer(n * n), B = bench.buffer(n * n);
    bench.queue.enqueueWriteBuffer(A, CL_TRUE, 0, n * n * sizeof(float), a.data());
    bench.queue.enqueueWriteBuffer(B, CL_TRUE, 0, n * n * sizeof(float), b.data());
    std::printf("C = A·B, %zu × %zu\n", n, n);
    double first = 0;
    for (const char* name : {"product_by_rows", "product_by_columns"}) {
        const cl::Buffer C = bench.buffer(n * n);
        const double ms = bench.best_ms(name, cl::NDRange(n, n), cl::NDRange(32, 8), A, B,
                                        C, static_cast<cl_uint>(n));
        if (first == 0) first = ms;
        std::vector<float> c(n * n);
        bench.queue.enqueueReadBuffer(C, CL_TRUE, 0, n * n * sizeof(float), c.data());
        double worst = 0;
        for (std::size_t i = 0; i < n; ++i) {
            double row_7 = 0, column_7 = 0;
            for (std::size_t k = 0; k < n; ++k) {
                row_7 += double{a[7 * n + k]} * double{b[k * n + i]};
                column_7 += double{a[i * n + k]} * double{b[k * n + 7]};
            }
            worst = std::max({worst, std::abs(row_7 - double{c[7 * n + i]}),
                              std::abs(column_7 - double{c[i * n + 7]})});
        }
        std::printf("  %-20s %10.2f ms %7.2f times as fast, %s\n", name, ms, first / ms,
                    worst < 1e-5 * 10 * static_cast<double>(n) ? "right" : "WRONG");
    }
}

void orders(Bench& bench)
{
    const std::size_t n =
        bench.simulated ? 4096 : std::size_t{1} << (bench.gpu ? 26U : 24U);
    const cl::Buffer in = bench.buffer(8 * n), out = bench.buffer(n);
    bench.queue.enqueueFillBuffer(in, 1.0F, 0, 8 * n * sizeof(float));
    const cl::NDRange all(n), group(256);
    const double useful = 8e-6 * static_cast<double>(n); // MB: 4 bytes read, 4 written
    const auto row = [&](const char* what, cl_uint by, double ms) {
        std::printf("  %-34s %3u %9.1f GB/s\n", what, by, useful / ms);
    };

    std::printf("\n%zu elements read and written\n", n);
    for (const cl_uint stride : {1U, 2U, 4U, 8U, 16U, 32U})
        if (!bench.simulated || stride == 1 || stride == 8)
            row("neighbours apart by", stride,
                bench.best_ms("strided", cl::NDRange(n / stride, stride),
                              cl::NDRange(std::min<std::size_t>(256, n / stride), 1), in,
                              out));
    for (const cl_uint offset : {0U, 1U, 8U, 32U})
        if (!bench.simulated || offset == 1)
            row("all shifted by", offset,
                bench.best_ms("shifted", all, group, in, out, offset));

    //! [particles]
    const cl::Buffer mass = bench.buffer(n), vx = bench.buffer(n);
    bench.queue.enqueueFillBuffer(mass, 1.0F, 0, n * sizeof(float));
    bench.queue.enqueueFillBuffer(vx, 1.0F, 0, n * sizeof(float));
    const double structures = bench.best_ms("energy_of_structures", all, group, in, out);
    const double arrays = bench.best_ms("energy_of_arrays", all, group, mass, vx, out);
    //! [particles]
    std::printf("\nenergy of %zu particles\n", n);
    std::printf("  %-34s %10.2f ms\n", "an array of structures", structures);
    std::printf("  %-34s %10.2f ms\n", "a structure of arrays", arrays);
}

//! [bus]
// Sixteen ints from address 0x1232 on.
void bus(Bench& bench)
{
    const cl::Buffer memory = bench.buffer(2048), out = bench.buffer(16);
    bench.queue.enqueueFillBuffer(memory, cl_int{0}, 0, 2048 * sizeof(cl_int));
    bench.best_ms("bus", cl::NDRange(16), cl::NDRange(16), memory, cl_uint{0x1232}, out);
}
//! [bus]

int main()
{
    return run([] {
        Bench bench;
        products(bench);
        orders(bench);
        bus(bench);
    });
}
