// What every part of the chapter needs: the device and its queue, and the best time of a launch.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/error.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using namespace lockstep;

// Three digits of a number, with a comma for thousands: 63,400 or 41.7 or 3.91.
inline std::string rounded(double number)
{
    if (std::isnan(number) || number <= 0) return number <= 0 ? "0" : "nan";
    const int whole = static_cast<int>(std::floor(std::log10(number))) + 1;
    const double step = std::pow(10.0, whole - 3);
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", std::clamp(3 - whole, 0, 2),
                  std::round(number / step) * step);
    std::string digits{text};
    for (std::size_t at = digits.find('.') == std::string::npos ? digits.size() : 0;
         at > 3;)
        digits.insert(at -= 3, ",");
    return digits;
}

struct Lab
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device); // under Oclgrind: small, and not timed
    bool cpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
    std::size_t units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();

    cl::Program program(const char* file, const std::string& options = "") const
    {
        return build_program(context, device, std::string{CHAPTER_DIR "/"} + file, options);
    }

    cl::Kernel kernel(const char* file, const char* name,
                      const std::string& options = "") const
    {
        return find_kernel(program(file, options), name);
    }

    cl::Buffer buffer(std::size_t bytes) const
    {
        return {context, CL_MEM_READ_WRITE, bytes};
    }

    std::size_t launches() const { return simulated ? 1 : 3; } // of each measurement

    // The time of the fastest of several launches, after one that is not counted.
    template <typename... Arguments>
    double best_ms(cl::Kernel kernel, std::size_t items, std::size_t group,
                   const Arguments&... arguments) const
    {
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        double best = 1e30;
        for (std::size_t repeat = 0; repeat < launches(); ++repeat) {
            const Stopwatch watch;
            cl::Event event;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items),
                                       cl::NDRange(group), nullptr, &event);
            double ms = elapsed(event).count();
            // A microsecond is no time for a launch: this device's events tell none.
            if (ms < 1e-3) ms = watch.elapsed().count();
            if (repeat > 0 || simulated) best = std::min(best, ms);
        }
        return best;
    }
};
