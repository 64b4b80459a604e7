// The device, its queue, and what every part of the chapter's program needs of them.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/timing.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

using namespace lockstep;

struct Lab
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    bool simulated =
        is_simulator(device); // one group after the other, and a thousand times slower
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    std::size_t units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();

    cl::Program program(const char* file, const std::string& options = "") const
    {
        return build_program(context, device, std::string{CHAPTER_DIR "/"} + file, options);
    }

    //! [newer]
    // The same with OpenCL C 3.0, if the device compiles it: what a feature is missing
    // for is left out of the file, or stops the compiler.
    std::optional<cl::Program> newer(const char* file,
                                     const std::string& options = "") const
    {
        try {
            return program(file, options + " -cl-std=CL3.0");
        } catch (const BuildFailure&) {
            return std::nullopt;
        }
    }
    //! [newer]

    cl::Buffer zeros(std::size_t words) const
    {
        cl::Buffer buffer{context, CL_MEM_READ_WRITE, words * sizeof(cl_uint)};
        clear(buffer, words);
        return buffer;
    }

    void clear(const cl::Buffer& buffer, std::size_t words, cl_uint value = 0) const
    {
        queue.enqueueFillBuffer(buffer, value, 0, words * sizeof(cl_uint));
    }

    //! [promised]
    // Which orders and scopes OpenCL 3.0's query promises. It goes by its number, since
    // this program is built for 1.2.
    std::string promised() const
    {
        constexpr cl_device_info atomic_memory_capabilities = 0x1063;
        cl_bitfield bits = 0;
        clGetDeviceInfo(device(), atomic_memory_capabilities, sizeof bits, &bits, nullptr);
        std::string words;
        unsigned bit = 0;
        for (const char* word : {"relaxed", "acq_rel", "seq_cst", "work-item scope",
                                 "work-group scope", "device scope", "all devices"})
            if ((bits >> bit++ & 1U) != 0)
                words += (words.empty() ? "" : ", ") + std::string{word};
        return words.empty() ? "not told, as before OpenCL 3.0" : words;
    }
    //! [promised]

    std::vector<cl_uint> read(const cl::Buffer& buffer, std::size_t words) const
    {
        std::vector<cl_uint> values(words);
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, words * sizeof(cl_uint), values.data());
        return values;
    }

    double launch_ms(const cl::Kernel& kernel, std::size_t groups, std::size_t group) const
    {
        cl::Event event;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups * group),
                                   cl::NDRange(group), nullptr, &event);
        return elapsed(event).count();
    }
};
