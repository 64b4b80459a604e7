// Right kernels on which a tool is wrong, and what tells so: values worked out by hand, and a second implementation.
#pragma once

#include "bugs.hpp"
#include "child.hpp"

#include <lockstep/files.hpp>

#include <array>

inline cl::Program plain_program(const Opened& cl, const std::string& options)
{
    // Without what lockstep's own build_program does against Oclgrind's faults.
    cl::Program program{cl.context, read_text(CHAPTER_DIR "/doubts.cl")};
    program.build(cl.device, options.c_str());
    return program;
}

inline void conversions(const Opened& cl)
{
    cl::Kernel kernel{plain_program(cl, ""), "conversions"};
    const cl::Buffer out{cl.context, CL_MEM_READ_WRITE, 3 * sizeof(cl_int)};
    kernel.setArg(0, -1.6F);
    kernel.setArg(1, 6);
    kernel.setArg(2, out);
    cl.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1));
    std::array<cl_int, 3> got{};
    cl.queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof(got), got.data());
    std::printf("%d %d %d\n", got[0], got[1], got[2]);
}

inline void running(const Opened& cl, const std::string& options)
{
    cl::Kernel kernel{plain_program(cl, options), "running"};
    std::vector<cl_uint> in(256, 1); // so the running totals of each group are 1, 2, 3, ...
    std::vector<cl_uint> out(in.size());
    const std::size_t bytes = in.size() * sizeof(cl_uint);
    const cl::Buffer from{cl.context, in.begin(), in.end(), true};
    const cl::Buffer to{cl.context, CL_MEM_READ_WRITE, bytes};
    cl.queue.enqueueWriteBuffer(to, CL_TRUE, 0, bytes, out.data());
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    kernel.setArg(2, 4U);
    kernel.setArg(3, 200U);
    cl.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(in.size()),
                                  cl::NDRange(group_size));
    cl.queue.enqueueReadBuffer(to, CL_TRUE, 0, bytes, out.data());
    std::printf("%u %u %u ... %u\n", out[0], out[1], out[2], out[63]);
}

inline void doubts(const std::string& program)
{
    const std::chrono::seconds limit{60};
    const auto here = [&](const char* what) {
        return verdict(run_child({program, what}, limit));
    };
    const auto under_oclgrind = [&](const char* what) {
        return verdict(
            run_child({"env", "LOCKSTEP_DEVICE=", "oclgrind", program, what}, limit));
    };
    const auto row = [](const char* where, const std::string& first,
                        const std::string& second) {
        std::printf("%-22s| %-13s| %s\n", where, first.c_str(), second.c_str());
    };
    row("", "conversions", "running");
    row("by hand", "-2 -1 2", "1 2 3 ... 64");
    row("this device", here("conversions"), here("running"));
    row("with -cl-opt-disable", "", here("running-plain"));
    row("Oclgrind", under_oclgrind("conversions"), under_oclgrind("running"));
}
