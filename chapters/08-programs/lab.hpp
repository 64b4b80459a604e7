// What every part of the chapter needs: a device, builds that are timed and really done, and the median.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/error.hpp>
#include <lockstep/files.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace lockstep;

struct Lab
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device);
    bool cpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;

    cl::Platform platform() const
    {
        return cl::Platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    }

    cl::Buffer upload(std::vector<float> values) const
    {
        return {context, values.begin(), values.end(), true};
    }

    std::vector<float> download(const cl::Buffer& buffer, std::size_t count) const
    {
        std::vector<float> values(count);
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(float), values.data());
        return values;
    }

    // The time of a launch on the device, of work-groups of 64 that cover n.
    double launch_ms(const cl::Kernel& kernel, std::size_t n) const
    {
        cl::Event done;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange((n + 63) / 64 * 64),
                                   cl::NDRange(64), nullptr, &done);
        return elapsed(done).count();
    }
};

inline std::string chapter_file(const std::string& name)
{
    return read_text(std::string{CHAPTER_DIR "/"} + name);
}

// The source with a kernel at its end that no source had before: nobody can have it in a cache.
//! [fresh]
inline std::string fresh(const std::string& source)
{
    static std::random_device random;
    const std::string number = std::to_string(random());
    return source + "\nkernel void fresh_" + number + "(global uint* x) { *x = " + number +
           "u; }\n";
}
//! [fresh]

//! [build]
inline cl::Program build(const Lab& lab, const std::string& source,
                         const std::string& options)
{
    cl::Program program{lab.context, source};
    program.build(lab.device, options.c_str());
    return program;
}
//! [build]

// The median of seven launches, after one that is not counted.
inline double median_ms(const Lab& lab, const cl::Kernel& kernel, std::size_t n)
{
    std::vector<double> times{lab.launch_ms(kernel, n)};
    if (lab.simulated) return times.front();
    times.clear();
    for (int repeat = 0; repeat < 7; ++repeat) times.push_back(lab.launch_ms(kernel, n));
    return median(times);
}

inline double host_ms(const std::function<void()>& work)
{
    const Stopwatch watch;
    work();
    return watch.elapsed().count();
}

// The code with which an OpenCL call fails, or CL_SUCCESS.
inline cl_int code_of(const std::function<void()>& call)
{
    try {
        call();
    } catch (const cl::Error& error) {
        return error.err();
    }
    return CL_SUCCESS;
}
