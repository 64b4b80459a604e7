// What every part of the chapter needs: the device, its queue, kernels and buffers.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/failure.hpp>
#include <lockstep/image.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace lockstep;

inline std::set<std::string> words(const std::string& text)
{
    std::istringstream in{text};
    return {std::istream_iterator<std::string>{in}, {}};
}

struct Lab
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device};
    bool simulated = is_simulator(device); // small, and not timed
    bool gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;

    std::set<std::string> extensions = words(device.getInfo<CL_DEVICE_EXTENSIONS>());

    bool lists(const std::string& name) const { return extensions.contains(name); }

    cl::Kernel kernel(const char* file, const char* name) const
    {
        return find_kernel(
            build_program(context, device, std::string{CHAPTER_DIR "/"} + file), name);
    }

    // An extension's function, or nullptr where the platform has none of that name.
    template <typename Function>
    Function find(const char* name) const
    {
        const cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
        return reinterpret_cast<Function>(
            clGetExtensionFunctionAddressForPlatform(platform(), name));
    }
};
