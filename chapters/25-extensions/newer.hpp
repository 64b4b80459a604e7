// What OpenCL 3.1 requires and what stays optional: dot products, suggested sizes, UUIDs,
// kernels that launch kernels, and recorded commands.
#pragma once

#include "lab.hpp"

inline void dot_products(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 64 : std::size_t{1} << (lab.gpu ? 22U : 18U);
    const cl_uint rounds = lab.simulated ? 2 : 256;
    const cl::Buffer a = lab.input(random_uints(n, 32, CL_UINT_MAX));
    const cl::Buffer b = lab.input(random_uints(n, 33, CL_UINT_MAX));
    const Answer here = tell_need(lab, capability::dot_products);
    std::printf("%u dot products of four bytes in each of %zu work-items\n", rounds, n);
    std::vector<cl_int> expected;
    for (const bool without : {true, false}) {
        const char* way = without ? "four products, the fallback" : "dot_4x8packed_us_int";
        if (!without && !here) {
            tell_missing(way);
            continue;
        }
        const cl::Kernel kernel{
            lab.program("newer.cl", lab.newest() + (without ? " -D WITHOUT_DOT" : "")),
            "dots"};
        const cl::Buffer out = lab.zeros<cl_int>(n);
        const double ms = lab.median_ms(kernel, n, 64, a, b, out, rounds);
        const std::vector<cl_int> got = lab.read<cl_int>(out, n);
        if (expected.empty()) expected = got;
        tell_row(way, ms, verdict(got == expected));
    }
}

inline void launch_from_kernel(const Lab& lab)
{
    constexpr cl_uint found = 96;
    const Answer here = tell_need(lab, capability::device_enqueue);
    std::printf("a kernel launches as many work-items as a buffer says\n");
    const cl::Buffer place = lab.input(std::vector<cl_uint>{found});
    const cl::Buffer counts = lab.zeros<cl_uint>(128);
    const std::vector<cl_uint> expected = [] {
        std::vector<cl_uint> ones(128);
        std::fill_n(ones.begin(), found, 1U);
        return ones;
    }();
    const cl::Program program = lab.program("newer.cl", lab.newest());
    // Twice, because some compilers do their work at the first launch.
    const auto measure = [&](const char* way, auto launch) {
        double ms = 0;
        for (int repeat = 0; repeat < 2; ++repeat) {
            lab.queue.enqueueFillBuffer(counts, cl_uint{0}, 0, 128 * sizeof(cl_uint));
            lab.queue.finish();
            Stopwatch watch;
            launch();
            lab.queue.finish();
            ms = watch.elapsed().count();
        }
        tell_row(way, ms, verdict(lab.read<cl_uint>(counts, 128) == expected));
    };
    if (here) {
        cl::Kernel kernel{program, "find_and_launch"};
        // The queue that get_default_queue returns. It belongs to the context and the device.
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                                  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                      CL_QUEUE_ON_DEVICE |
                                                      CL_QUEUE_ON_DEVICE_DEFAULT,
                                                  0};
        cl_int code = CL_SUCCESS;
        const cl::CommandQueue on_device{
            Lab::core_function<decltype(&clCreateCommandQueueWithProperties)>(
                "clCreateCommandQueueWithProperties")(lab.context(), lab.device(),
                                                      properties, &code)};
        if (code != CL_SUCCESS) throw cl::Error(code, "clCreateCommandQueueWithProperties");
        kernel.setArg(0, place);
        kernel.setArg(1, counts);
        measure("enqueue_kernel", [&] {
            lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1),
                                           cl::NDRange(1));
        });
    } else {
        tell_missing("enqueue_kernel");
    }
    cl::Kernel child{program, "add_one"};
    child.setArg(0, counts);
    measure("the host reads it: the fallback", [&] {
        const cl_uint items = lab.read<cl_uint>(place, 1).at(0);
        lab.queue.enqueueNDRangeKernel(child, cl::NullRange, cl::NDRange(items));
    });
}

// The functions of cl_khr_command_buffer, as far as 0.9.0 and 1.0.0 agree on them. Headers
// of different years do not have the same types, so they are declared here.
struct CommandBuffers
{
    using Commands = void*; // cl_command_buffer_khr
    using Create = Commands(CL_API_CALL*)(cl_uint, const cl_command_queue*, const cl_ulong*,
                                          cl_int*);
    using Launch = cl_int(CL_API_CALL*)(Commands, cl_command_queue, const cl_ulong*,
                                        cl_kernel, cl_uint, const size_t*, const size_t*,
                                        const size_t*, cl_uint, const cl_uint*, cl_uint*,
                                        void**);
    using Simple = cl_int(CL_API_CALL*)(Commands);
    using Enqueue = cl_int(CL_API_CALL*)(cl_uint, cl_command_queue*, Commands, cl_uint,
                                         const cl_event*, cl_event*);
    Create create;
    Launch launch;
    Simple finalize;
    Enqueue enqueue;
    Simple release;

    explicit CommandBuffers(const Lab& lab)
        : create{lab.extension_function<Create>("clCreateCommandBufferKHR")},
          launch{lab.extension_function<Launch>("clCommandNDRangeKernelKHR")},
          finalize{lab.extension_function<Simple>("clFinalizeCommandBufferKHR")},
          enqueue{lab.extension_function<Enqueue>("clEnqueueCommandBufferKHR")},
          release{lab.extension_function<Simple>("clReleaseCommandBufferKHR")}
    {
    }
};

inline void recorded(const Lab& lab)
{
    constexpr cl_uint launches = 200;
    const cl::Buffer counts = lab.zeros<cl_uint>(64);
    cl::Kernel kernel{lab.program("newer.cl"), "add_one"};
    kernel.setArg(0, counts);
    const Answer here = tell_need(lab, capability::command_buffers);
    const Named* listing = listed(lab.known.extensions, "cl_khr_command_buffer");
    std::printf("%u small launches, host time until all are done; the extension is %s\n",
                launches,
                listing == nullptr ? "not listed" : listing->version.with_patch().c_str());
    const auto enqueue_all = [&] {
        Stopwatch watch;
        for (cl_uint i = 0; i < launches; ++i)
            lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64),
                                           cl::NDRange(64));
        lab.queue.finish();
        return watch.elapsed().count();
    };
    enqueue_all();
    const double enqueued_ms = enqueue_all();
    tell_row("enqueued one by one", enqueued_ms,
             verdict(lab.read<cl_uint>(counts, 64).at(63) == 2 * launches));
    const char* way = "recorded, then enqueued once";
    if (!here) {
        tell_missing(way);
        return;
    }
    const CommandBuffers khr{lab};
    //! [record]
    cl_int code = CL_SUCCESS;
    cl_command_queue queue = lab.queue();
    void* commands = khr.create(1, &queue, nullptr, &code);
    const size_t items = 64;
    cl_uint last = 0; // a point of the recording, as an event is one of a queue
    for (cl_uint i = 0; i < launches; ++i)
        code |= khr.launch(commands, nullptr, nullptr, kernel(), 1, nullptr, &items, &items,
                           i == 0 ? 0 : 1, i == 0 ? nullptr : &last, &last, nullptr);
    code |= khr.finalize(commands); // from now on nothing can be added
    //! [record]
    const auto replay_all = [&] {
        Stopwatch watch;
        //! [replay]
        code |= khr.enqueue(0, nullptr, commands, 0, nullptr, nullptr);
        //! [replay]
        lab.queue.finish();
        return watch.elapsed().count();
    };
    replay_all();
    const double ms = replay_all();
    tell_row(way, ms,
             code == CL_SUCCESS
                 ? verdict(lab.read<cl_uint>(counts, 64).at(63) == 4 * launches)
                 : "refused, " + std::to_string(code));
    khr.release(commands);
}

inline void told(const Lab& lab)
{
    std::printf("\ntold by the device\n");
    const cl::Buffer counts = lab.zeros<cl_uint>(1'000'000);
    cl::Kernel kernel{lab.program("newer.cl"), "add_one"};
    kernel.setArg(0, counts); // without its arguments a kernel is refused
    clGetKernelSuggestedLocalWorkSizeKHR_fn suggest = nullptr;
    if (has(lab.known, capability::suggested_size))
        suggest = lab.extension_function<decltype(suggest)>(
            "clGetKernelSuggestedLocalWorkSizeKHR");
    const size_t items = 1'000'000, offset = 0;
    size_t suggested = 0;
    const cl_int code =
        suggest == nullptr ? CL_SUCCESS
                           : suggest(lab.queue(), kernel(), 1, &offset, &items, &suggested);
    std::printf("  a group size for %zu work-items: %s\n", items,
                code != CL_SUCCESS ? ("refused with " + error_name(code)).c_str()
                : suggested == 0   ? "not here"
                                   : std::to_string(suggested).c_str());
    std::string uuid;
    for (const cl_uchar byte : ask<cl_uchar>(lab.device, CL_DEVICE_UUID_KHR)) {
        char text[4];
        std::snprintf(text, sizeof text, "%02x", byte);
        uuid += text;
    }
    std::printf("  UUID: %s\n", uuid.empty() ? "not here" : uuid.c_str());
}
