// The device, its queues, and a command whose duration is given in the bakery's minutes.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

using namespace lockstep;
using namespace std::chrono_literals;

using Events = std::vector<cl::Event>;

// What the kernels do, on the host.
cl_uint spin(cl_uint x, cl_uint rounds)
{
    for (cl_uint round = 0; round < rounds; ++round) {
        x = x * 1664525U + 1013904223U;
        x ^= x >> 16U;
    }
    return x;
}

//! [stamps]
struct Stamps
{
    cl_ulong queued, submitted, started, ended; // nanoseconds of the device's clock

    explicit Stamps(const cl::Event& event)
        : queued{event.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>()},
          submitted{event.getProfilingInfo<CL_PROFILING_COMMAND_SUBMIT>()},
          started{event.getProfilingInfo<CL_PROFILING_COMMAND_START>()},
          ended{event.getProfilingInfo<CL_PROFILING_COMMAND_END>()}
    {
    }
};
//! [stamps]

// From one stamp to a later one; less than 0 where it is the earlier one.
double ms_between(cl_ulong from, cl_ulong to)
{
    return 1e-6 * static_cast<double>(static_cast<cl_long>(to - from));
}

// How long two commands ran at the same time.
double overlap_ms(const Stamps& a, const Stamps& b)
{
    return std::max(0.0,
                    ms_between(std::max(a.started, b.started), std::min(a.ended, b.ended)));
}

inline const char* yes(bool is_so)
{
    return is_so ? "yes" : "no";
}

struct Lab
{
    static constexpr std::size_t items = 16; // of a step: one work-group
    static constexpr double minute_ms = 0.2; // what a minute of the recipe takes here

    cl::Device device = choose_device();
    cl::Context context{device};
    bool simulated = is_simulator(device);
    //! [can]
    bool out_of_order = (device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() &
                         CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    //! [can]
    cl::Program program =
        build_program(context, device, CHAPTER_DIR "/../07-queues-events/queues.cl");
    cl::Kernel cook = find_kernel(program, "cook");
    cl::Buffer nothing = buffer();
    std::vector<cl::Buffer> made{}; // by spend()
    double rounds_of_a_minute = 3;

    Lab()
    {
        const cl::CommandQueue queue = in_order();
        queue.enqueueFillBuffer(nothing, cl_uint{0}, 0, items * sizeof(cl_uint));
        queue.finish(); // other queues read it
        if (simulated) return;
        double rounds = 1000;
        double fastest_ms = 0;
        for (int repeats = 0;
             repeats < 5;) { // after it once took long enough to be measured
            rounds_of_a_minute = rounds;
            const double ms = elapsed(spend(queue, 1)).count();
            if (repeats > 0 || ms > 2)
                fastest_ms = repeats++ == 0 ? ms : std::min(fastest_ms, ms);
            else
                rounds *= 2;
        }
        rounds_of_a_minute = rounds * minute_ms / fastest_ms;
    }

    //! [queues]
    cl::CommandQueue in_order() const
    {
        return {context, device, CL_QUEUE_PROFILING_ENABLE};
    }

    cl::CommandQueue any_order() const // in order, where the device has no other
    {
        const cl_command_queue_properties order =
            out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
        return {context, device, CL_QUEUE_PROFILING_ENABLE | order};
    }
    //! [queues]

    cl::Buffer buffer() const
    {
        return {context, CL_MEM_READ_WRITE, items * sizeof(cl_uint)};
    }

    cl_uint rounds(double minutes) const
    {
        return static_cast<cl_uint>(minutes * rounds_of_a_minute);
    }

    // Enqueues a command that takes so many minutes, after others where some are given.
    cl::Event spend(const cl::CommandQueue& queue, double minutes, const Events& after = {})
    {
        made.push_back(buffer());
        cook.setArg(0, nothing);
        cook.setArg(1, nothing);
        cook.setArg(2, made.back());
        cook.setArg(3, cl_uint{0});
        cook.setArg(4, rounds(minutes));
        cl::Event done;
        queue.enqueueNDRangeKernel(cook, cl::NullRange, cl::NDRange(items),
                                   cl::NDRange(items), &after, &done);
        return done;
    }
};
