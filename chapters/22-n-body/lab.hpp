// What every part of the chapter needs: the device and its queue, kernels, buffers and times.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace lockstep;

constexpr float softening = 1e-4F; // a length squared

struct Lab
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device); // under the lens: small, and not timed

    cl::Kernel kernel(const char* file, const char* name,
                      const std::string& options = "") const
    {
        return find_kernel(
            build_program(context, device, std::string{CHAPTER_DIR "/"} + file, options),
            name);
    }

    cl::Buffer input(std::vector<float> values) const
    {
        return {context, values.begin(), values.end(), false};
    }

    cl::Buffer output(std::size_t floats) const
    {
        return {context, CL_MEM_READ_WRITE, floats * sizeof(float)};
    }

    std::vector<float> read(const cl::Buffer& buffer, std::size_t floats) const
    {
        std::vector<float> values(floats);
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, floats * sizeof(float), values.data());
        return values;
    }

    template <typename... Arguments>
    cl::Event launch(cl::Kernel& kernel, std::size_t items,
                     const Arguments&... arguments) const
    {
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        cl::Event event;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items), cl::NullRange,
                                   nullptr, &event);
        return event;
    }
};
