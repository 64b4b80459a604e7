// All prefix sums of some millions of floats, one launch for every step, beside a copy of them and a loop on the host.
#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

using namespace lockstep;

struct Bench
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device); // under the lens: small, and not timed
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    std::size_t count = std::size_t{1} << (simulated ? 12U : gpu ? 26U : 24U);
    std::size_t bytes = count * sizeof(float);
    std::vector<float> values = random_floats(count, 19, 0.0F, 1.0F);
    cl::Buffer in{context, values.begin(), values.end(), true};
    cl::Buffer sums{context, CL_MEM_READ_WRITE, bytes};
    cl::Buffer other{context, CL_MEM_READ_WRITE, bytes};
    const cl::Buffer *to = &sums, *free = &other; // the last scan ends in `to`
    int launches = 0;

    //! [steps]
    // One scan; its time from the first launch's start to the last one's end.
    double scan_ms(cl::Kernel& step)
    {
        cl::Event first, last;
        const cl::Buffer* from = &in;
        launches = 0;
        for (cl_uint distance = 1; distance < count; distance *= 2) {
            step.setArg(0, *from);
            step.setArg(1, *to);
            step.setArg(2, static_cast<cl_uint>(count));
            step.setArg(3, distance);
            queue.enqueueNDRangeKernel(step, cl::NullRange, cl::NDRange(count),
                                       cl::NDRange(256), nullptr,
                                       launches++ == 0 ? &first : &last);
            from = to; // what this launch writes is what the next one reads
            if (distance * 2 < count) std::swap(to, free);
        }
        last.wait();
        const auto start = first.getProfilingInfo<CL_PROFILING_COMMAND_START>();
        const auto end = last.getProfilingInfo<CL_PROFILING_COMMAND_END>();
        return 1e-6 * static_cast<double>(end - start);
    }
    //! [steps]

    // Largest error of any sum, relative to the sum in double precision.
    double error_of(const std::vector<float>& result) const
    {
        double sum = 0, worst = 0;
        for (std::size_t i = 0; i < count; ++i) {
            sum += double{values[i]};
            const double error = std::abs(double{result[i]} - sum) / sum;
            worst = error <= worst ? worst : error; // also when the error is not a number
        }
        return worst;
    }

    void print(const char* name, double ms) const
    {
        if (simulated) return;
        std::printf("  %-32s %9.3f ms %9.2f GB/s read and written\n", name, ms,
                    2e-6 * static_cast<double>(bytes) / ms);
    }

    void measure()
    {
        cl::Kernel step = find_kernel(
            build_program(context, device, CHAPTER_DIR "/scan.cl"), "scan_step");
        double scan = 1e30, copy = 1e30, loop = 1e30;
        std::vector<float> by_loop(count);
        for (int repeat = 0; repeat < (simulated ? 1 : 5); ++repeat) {
            scan = std::min(scan, scan_ms(step));
            if (simulated) continue;
            cl::Event event;
            queue.enqueueCopyBuffer(in, *free, 0, 0, bytes, nullptr, &event);
            copy = std::min(copy, elapsed(event).count());
            const Stopwatch watch;
            std::inclusive_scan(values.begin(), values.end(), by_loop.begin());
            loop = std::min(loop, watch.elapsed().count());
        }
        std::vector<float> result(count);
        queue.enqueueReadBuffer(*to, CL_TRUE, 0, bytes, result.data());
        // As many roundings as steps, each by at most 2^-24 of the sum.
        const double error = error_of(result);
        const bool right = error <= launches * 0x1p-24;
        std::printf("%zu floats, %d launches of scan_step, %s\n", count, launches,
                    right ? "right" : "WRONG");
        print("all launches", scan);
        if (simulated) return;
        print("a copy on the device", copy);
        print("a loop of C++ on the host", loop);
        std::printf(
            "largest error of a sum, as a part of it\n  all launches %.1e, the loop %.1e\n",
            error, error_of(by_loop));
    }
};

int main()
{
    return run([] { Bench{}.measure(); });
}
