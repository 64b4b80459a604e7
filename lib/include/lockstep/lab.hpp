// What the parts of a chapter's program need: the device and its queue, buffers, and the best time of a launch. Kernels are files of the chapter's
// folder, CHAPTER_DIR.
#pragma once

#include "device.hpp"
#include "program.hpp"
#include "random.hpp"
#include "timing.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace lockstep
{

struct Lab
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated = is_simulator(device); // under the lens: small, and not timed

    cl::Program program(const char* file, const std::string& options = "") const
    {
        return build_program(context, device, std::string{CHAPTER_DIR "/"} + file, options);
    }

    template <typename T>
    cl::Buffer input(std::vector<T> values) const
    {
        return {context, values.begin(), values.end(), true};
    }

    template <typename T>
    cl::Buffer output(std::size_t count) const
    {
        return {context, CL_MEM_READ_WRITE, count * sizeof(T)};
    }

    template <typename T>
    std::vector<T> read(const cl::Buffer& buffer, std::size_t count) const
    {
        std::vector<T> values(count);
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data());
        return values;
    }

    /// The fastest of three times of what `enqueue` enqueues, after one that is not counted.
    template <typename Enqueue>
    double best_ms(const Enqueue& enqueue) const
    {
        double best = 1e30;
        for (int repeat = simulated ? 3 : 0; repeat < 4; ++repeat) {
            cl::Event event;
            enqueue(event);
            const double ms = elapsed(event).count();
            if (repeat > 0) best = std::min(best, ms);
        }
        return best;
    }

    template <typename... Arguments>
    double best_ms(cl::Kernel kernel, cl::NDRange global, cl::NDRange local,
                   const Arguments&... arguments) const
    {
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        return best_ms([&](cl::Event& event) {
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &event);
        });
    }
};

} // namespace lockstep
