// The first things to do: an error code put into words, the call that really failed, a build log, and printf's order.
#pragma once

#include "bugs.hpp"
#include "child.hpp"

#include <chrono>
#include <thread>

inline void a_code(const Opened& cl)
{
    cl::Kernel kernel = find_kernel(
        build_program(cl.context, cl.device, CHAPTER_DIR "/debugging.cl"), "collect");
    const cl::Buffer values{cl.context, CL_MEM_READ_WRITE, 1000 * sizeof(float)};
    kernel.setArg(0, values);
    //! [code]
    try {
        cl.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1000),
                                      cl::NDRange(64));
    } catch (const cl::Error& error) {
        std::printf("%s\n", describe(error).c_str());
    }
    //! [code]
}

// Enqueues a kernel; with `careful` it waits, so that a failure shows at the kernel that
// caused it.
inline void step(const Opened& cl, const cl::Kernel& kernel, bool careful)
{
    const std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
    cl.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items),
                                  cl::NDRange(group_size));
    std::printf("  %s: enqueued\n", name.c_str());
    std::fflush(stdout); // before anything can crash
    if (!careful) return;
    cl.queue.finish();
    std::printf("  %s: finished\n", name.c_str());
    std::fflush(stdout);
}

// Three kernels, of which the second writes terabytes away because its stride is -1.
inline void three_steps(const Opened& cl, bool careful)
{
    const cl::Program program =
        build_program(cl.context, cl.device, CHAPTER_DIR "/debugging.cl");
    cl::Kernel prepare = find_kernel(program, "prepare");
    cl::Kernel spread = find_kernel(program, "spread");
    cl::Kernel collect = find_kernel(program, "collect");
    std::vector<float> values(items);
    const cl::Buffer buffer{cl.context, CL_MEM_READ_WRITE, items * sizeof(float)};
    for (cl::Kernel* kernel : {&prepare, &spread, &collect}) kernel->setArg(0, buffer);
    prepare.setArg(1, is_simulator(cl.device) ? 10U : 50'000U);
    spread.setArg(1, static_cast<cl_uint>(-1)); // 1 was meant
    step(cl, prepare, careful);
    step(cl, spread, careful);
    step(cl, collect, careful);
    cl.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, items * sizeof(float), values.data());
    std::printf("  read back\n");
}

inline void a_late_failure(const std::string& program)
{
    for (const char* how : {"fast", "careful"}) {
        const Ending ending = run_child({program, "steps", how}, std::chrono::seconds{60});
        std::printf("%s\n%s", how, ending.out.c_str());
        if (ending.signal != 0 || ending.too_late)
            std::printf("  %s\n", verdict(ending).c_str());
    }
}

inline void a_build_log(const Opened& cl)
{
    try {
        //! [log]
        build_program(cl.context, cl.device, CHAPTER_DIR "/field-notes/grey.cl");
    } catch (const BuildFailure& failure) {
        std::printf("%s", failure.log().c_str()); // CL_PROGRAM_BUILD_LOG
        //! [log]
    }
}

inline void printf_order(const Opened& cl)
{
    std::fflush(stdout);
    const cl::Kernel say = find_kernel(
        build_program(cl.context, cl.device, CHAPTER_DIR "/debugging.cl"), "say");
    //! [printf]
    cl.queue.enqueueNDRangeKernel(say, cl::NullRange, cl::NDRange(8), cl::NDRange(4));
    cl.queue.flush();
    std::this_thread::sleep_for(std::chrono::milliseconds{500}); // it has long ended
    std::printf("host: half a second later\n");
    std::fflush(stdout);
    cl.queue.finish();
    std::printf("host: after finish\n");
    //! [printf]
}

// In a process of its own: eight work-items print, and then write far away.
inline void last_words(const Opened& cl)
{
    cl::Kernel kernel = find_kernel(
        build_program(cl.context, cl.device, CHAPTER_DIR "/debugging.cl"), "last_words");
    const cl::Buffer values{cl.context, CL_MEM_READ_WRITE, 8 * sizeof(float)};
    kernel.setArg(0, values);
    kernel.setArg(1, static_cast<cl_uint>(-1));
    cl.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(8), cl::NDRange(8));
    cl.queue.finish();
}

inline void printed_before_a_crash(const std::string& program)
{
    const Ending ending = run_child({program, "last-words"}, std::chrono::seconds{60});
    int lines = 0;
    for (std::size_t at = 0; (at = ending.out.find("was here", at)) != std::string::npos;
         ++at)
        ++lines;
    std::printf("printed before a crash: %d of 8 lines arrive\n", lines);
}
