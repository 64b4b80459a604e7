// Tests of the time that a program takes of its own.
#include "base/group_use.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

using namespace lockstep::tool;
using namespace std::chrono_literals;

namespace
{

GroupUse group(bool runnable, std::map<pid_t, ThreadUse> threads, std::chrono::milliseconds ended = 0ms)
{
    return {.known = true,
            .runnable = runnable,
            .threads = std::move(threads),
            .ended = ended,
            .resident_bytes = 0};
}

ThreadUse ran(std::chrono::milliseconds time, std::chrono::milliseconds waited = 0ms)
{
    return {.ran = time, .waited = waited};
}

} // namespace

TEST_SUITE("group_use")
{
    TEST_CASE("of a program that wants to run, the processor time counts, not the clock")
    {
        CpuTime taken;
        taken.look(group(true, {{1, ran(10ms)}}), 50ms);
        CHECK(taken.total() == 10ms);
        taken.look(group(true, {{1, ran(10ms)}}), 1s); // its neighbours had the processor
        CHECK(taken.total() == 10ms);
        taken.look(group(true, {{1, ran(60ms)}}), 50ms);
        CHECK(taken.total() == 60ms);
    }

    TEST_CASE("of a program that sleeps, the clock counts")
    {
        CpuTime taken;
        taken.look(group(false, {{1, ran(10ms)}}), 50ms);
        taken.look(group(false, {{1, ran(10ms)}}), 70ms);
        CHECK(taken.total() == 120ms);
    }

    TEST_CASE("of a program that sleeps now and waited for a processor before, the wait does not count")
    {
        CpuTime taken;
        taken.look(group(false, {{1, ran(10ms, 900ms)}, {2, ran(5ms, 20ms)}}), 1s);
        CHECK(taken.total() == 100ms);
        taken.look(group(false, {{1, ran(40ms, 5000ms)}}), 50ms); // of the wait, most was before
        CHECK(taken.total() == 130ms);
    }

    TEST_CASE("threads side by side take no longer than the busiest of them")
    {
        CpuTime taken;
        taken.look(group(true, {{1, ran(0ms)}, {2, ran(10ms)}, {3, ran(20ms)}}), 50ms);
        CHECK(taken.total() == 20ms);
        taken.look(group(true, {{1, ran(20ms)}, {2, ran(40ms)}, {3, ran(20ms)}, {4, ran(10ms)}}), 50ms);
        CHECK(taken.total() == 50ms);
    }

    TEST_CASE("children that came and went are counted, but never more than the clock shows")
    {
        CpuTime taken;
        taken.look(group(true, {{1, ran(0ms)}}, 40ms), 50ms);
        CHECK(taken.total() == 40ms);
        taken.look(group(true, {{1, ran(0ms)}}, 5000ms), 50ms);
        CHECK(taken.total() == 90ms);
    }

    TEST_CASE("a group that cannot be looked at takes what passes")
    {
        CpuTime taken;
        taken.look({}, 50ms);
        CHECK(taken.total() == 50ms);
    }

#ifdef __linux__
    TEST_CASE("this process is found, running, with its memory")
    {
        const GroupUse use = use_of_group(getpgrp());
        CHECK(use.known);
        CHECK(use.runnable);
        CHECK(use.threads.contains(getpid()));
        CHECK(use.resident_bytes > 1U << 20U);
        CHECK_FALSE(use_of_group(-5).runnable);
        CHECK(use_of_group(-5).known);
    }
#endif
}
