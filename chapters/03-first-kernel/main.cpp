// From a platform to a result: every step of an OpenCL program, each with the time it took.
#include <CL/opencl.hpp>
#include <lockstep/run.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

// Prints how long it has been since the step before.
void step(const char* what)
{
    using clock = std::chrono::steady_clock;
    static clock::time_point last;
    if (what != nullptr)
        std::printf("  %-44s %9.3f ms\n", what,
                    std::chrono::duration<double, std::milli>(clock::now() - last).count());
    last = clock::now();
}

//! [device]
cl::Device choose_device()
{
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    std::vector<cl::Platform> platforms;
    std::vector<cl::Device> all;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> some;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &some);
        for (const cl::Device& device : some) {
            const std::string names = platform.getInfo<CL_PLATFORM_NAME>() +
                                      platform.getInfo<CL_PLATFORM_VERSION>() +
                                      device.getInfo<CL_DEVICE_NAME>();
            const bool gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
            if (wanted != nullptr ? strcasestr(names.c_str(), wanted) != nullptr : gpu)
                return device;
            all.push_back(device);
        }
    }
    if (wanted != nullptr)
        throw std::runtime_error(
            "no device matches LOCKSTEP_DEVICE; ./lockstep devices lists what there is");
    return all.front();
}
//! [device]

void chapter()
{
    constexpr std::size_t n = 1'000'000;
    constexpr std::size_t bytes = n * sizeof(float);
    std::vector<float> a(n), b(n), sum(n), squared(n);
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = static_cast<float>(i);
        b[i] = 0.25F * static_cast<float>(i % 8);
    }
    step(nullptr);

    const cl::Device device = choose_device();
    step("find a platform and a device");

    //! [context]
    const cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    //! [context]
    step("make a context and a command queue");

    //! [buffers]
    const cl::Buffer device_a{context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                              a.data()}; // copied at creation
    const cl::Buffer device_b{context, CL_MEM_READ_ONLY, bytes};
    const cl::Buffer device_sum{context, CL_MEM_READ_WRITE, bytes};
    queue.enqueueWriteBuffer(device_b, CL_TRUE, 0, bytes, b.data()); // copied by a command
    //! [buffers]
    step("make three buffers and fill two");

    //! [program]
    std::ifstream file{CHAPTER_DIR "/first-kernel.cl"};
    const std::string source{std::istreambuf_iterator<char>{file}, {}};
    cl::Program program{context, source};
    try {
        program.build(device, "-Werror");
    } catch (const cl::Error&) {
        std::fputs(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device).c_str(), stderr);
        throw;
    }
    //! [program]
    step("build the program from its source");

    //! [kernel]
    cl::Kernel vecadd{program, "vecadd"};
    vecadd.setArg(0, device_a);
    vecadd.setArg(1, device_b);
    vecadd.setArg(2, device_sum);
    //! [kernel]
    step("find the kernel and set its arguments");

    //! [launch]
    queue.enqueueNDRangeKernel(vecadd, cl::NullRange, cl::NDRange(n), cl::NullRange);
    queue.finish();
    //! [launch]
    step("run it for the first time");

    //! [event]
    cl::Event event;
    queue.enqueueNDRangeKernel(vecadd, cl::NullRange, cl::NDRange(n), cl::NullRange,
                               nullptr, &event);
    queue.finish();
    //! [event]
    step("run it a second time");
    //! [elapsed]
    const cl_ulong start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    std::printf("  %-44s %9.3f ms\n", "    the same by the device's clock",
                1e-6 * static_cast<double>(end - start)); // they count nanoseconds
    //! [elapsed]
    step(nullptr);

    //! [read]
    queue.enqueueReadBuffer(device_sum, CL_TRUE, 0, bytes, sum.data());
    //! [read]
    step("read the result back");

    //! [square]
    cl::KernelFunctor<cl::Buffer, cl::Buffer> square{program, "square"};
    square(cl::EnqueueArgs{queue, cl::NDRange(n)}, device_sum,
           device_a); // sum squared, into the buffer of a
    queue.enqueueReadBuffer(device_a, CL_TRUE, 0, bytes, squared.data());
    //! [square]
    step("square the sum and read that back");

    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i)
        wrong += sum[i] != a[i] + b[i] || squared[i] != sum[i] * sum[i] ? 1 : 0;
    std::printf("\non %s\n", device.getInfo<CL_DEVICE_NAME>().c_str());
    std::printf("sum[999999] = %.2f, its square = %.6g, wrong elements: %zu of %zu\n",
                sum[n - 1], squared[n - 1], wrong, n);
}

int main()
{
    return lockstep::run(chapter);
}
