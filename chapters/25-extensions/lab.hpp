// The device, its queue, and what every part of the chapter's program needs of them.
#pragma once

#include "plan.hpp"

#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <cmath>
#include <dlfcn.h>
#include <optional>

using namespace lockstep;

struct Lab
{
    cl::Device device = choose_device();
    cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    Facts known = facts(device);
    bool simulated = is_simulator(device); // a thousand times slower
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;

    cl::Program program(const char* file, const std::string& options = "") const
    {
        return build_program(context, device, std::string{CHAPTER_DIR "/"} + file, options);
    }

    std::string newest() const { return newest_language(known); }

    // A kernel that its file may have left out: what the compiler lacks is asked for by #ifdef.
    std::optional<cl::Kernel> kernel_if(const cl::Program& program, const char* name) const
    {
        cl_int code = CL_SUCCESS;
        cl::Kernel kernel{clCreateKernel(program(), name, &code)};
        return code == CL_SUCCESS ? std::optional{kernel} : std::nullopt;
    }

    //! [function]
    // An extension's function. Its address is the platform's, so the table of one platform
    // does not serve another. Null: the platform does not know the name.
    template <typename Function>
    Function extension_function(const char* name) const
    {
        return reinterpret_cast<Function>(
            clGetExtensionFunctionAddressForPlatform(platform(), name));
    }

    // A function of a later core version. Looking it up instead of linking it lets the
    // program start with a loader that is older than the function.
    template <typename Function>
    static Function core_function(const char* name)
    {
        return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
    }
    //! [function]

    template <typename T>
    cl::Buffer input(std::vector<T> values) const
    {
        return {context, values.begin(), values.end(), false};
    }

    template <typename T>
    cl::Buffer zeros(std::size_t count) const
    {
        cl::Buffer buffer{context, CL_MEM_READ_WRITE, count * sizeof(T)};
        queue.enqueueFillBuffer(buffer, T{}, 0, count * sizeof(T));
        return buffer;
    }

    template <typename T>
    std::vector<T> read(const cl::Buffer& buffer, std::size_t count) const
    {
        std::vector<T> values(count);
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data());
        return values;
    }

    template <typename... Arguments>
    double launch_ms(cl::Kernel kernel, std::size_t items, std::size_t group,
                     const Arguments&... arguments) const
    {
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        cl::Event event;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items),
                                   cl::NDRange(group), nullptr, &event);
        return elapsed(event).count();
    }

    // The middle of seven launches, after one that is not counted.
    template <typename... Arguments>
    double median_ms(const cl::Kernel& kernel, std::size_t items, std::size_t group,
                     const Arguments&... arguments) const
    {
        launch_ms(kernel, items, group, arguments...);
        if (simulated) return 0;
        std::vector<double> times;
        for (int repeat = 0; repeat < 7; ++repeat)
            times.push_back(launch_ms(kernel, items, group, arguments...));
        return median(times);
    }
};

inline const char* in_words(char standing)
{
    switch (standing) {
    case 'r':
        return "required";
    case 'o':
        return "optional";
    case 'e':
        return "extension";
    default:
        return "-";
    }
}

// What the next step of the program needs, and whether this device has it.
inline Answer tell_need(const Lab& lab, const Capability& what)
{
    const Answer here = has(lab.known, what);
    std::printf("\nneeded: %s; %s%s\n", std::string{what.name}.c_str(),
                here ? "here, " : "", here.because.c_str());
    return here;
}

inline void tell_row(const char* way, double ms, const std::string& result)
{
    std::printf("  %-34s %10.3f ms  %s\n", way, ms, result.c_str());
}

inline void tell_missing(const char* way, const std::string& why = "not here")
{
    std::printf("  %-34s %10s ms  %s\n", way, "-", why.c_str());
}

// How many results were wrong so far.
inline int wrong_results = 0;

inline const char* verdict(bool right)
{
    wrong_results += right ? 0 : 1;
    return right ? "right" : "WRONG";
}
