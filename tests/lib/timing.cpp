// Tests of the times: of a command by its event, and of the host.
#include "lockstep/timing.hpp"

#include "lockstep/device.hpp"
#include "lockstep/error.hpp"

#include <doctest/doctest.h>

using namespace lockstep;

TEST_SUITE("timing")
{
    TEST_CASE("the median is the middle one, in whatever order the times come")
    {
        CHECK(lockstep::median({7.0}) == 7.0);
        CHECK(lockstep::median({9.0, 1.0, 100.0}) == 9.0);
        CHECK(lockstep::median({4.0, 1.0, 3.0, 2.0}) == 3.0);
    }

    TEST_CASE("the time of a command is the difference of its event's start and end")
    {
        const cl::Device device = choose_device();
        const cl::Context context{device};
        const cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
        const cl::Buffer buffer{context, CL_MEM_READ_WRITE, 1U << 16U};
        cl::Event event;
        queue.enqueueFillBuffer(buffer, cl_uchar{1}, 0, 1U << 16U, nullptr, &event);
        const Milliseconds time = elapsed(event);
        const cl_ulong start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
        const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
        CHECK(start <= end);
        CHECK(time.count() == doctest::Approx(static_cast<double>(end - start) * 1e-6));
    }

    TEST_CASE("a queue without profiling is an error that says what to do")
    {
        const cl::Device device = choose_device();
        const cl::Context context{device};
        const cl::CommandQueue queue{context, device};
        const cl::Buffer buffer{context, CL_MEM_READ_WRITE, 64};
        cl::Event event;
        queue.enqueueFillBuffer(buffer, cl_uchar{1}, 0, 64, nullptr, &event);
        try {
            elapsed(event);
            FAIL("an event without times had a time");
        } catch (const cl::Error& error) {
            CHECK(error.err() == CL_PROFILING_INFO_NOT_AVAILABLE);
            CHECK(describe(error).find("make the queue with profiling") != std::string::npos);
        }
    }

    TEST_CASE("a stopwatch does not run backwards, and starts again")
    {
        Stopwatch watch;
        const Milliseconds first = watch.elapsed();
        const Milliseconds second = watch.elapsed();
        CHECK(first.count() >= 0.0);
        CHECK(second >= first);
        watch.restart();
        CHECK(watch.elapsed().count() >= 0.0);
    }
}
