// What the time stamps of commands tell. stamps.cpp defines the functions.
#pragma once

#include <cstdint>
#include <span>

/// The four stamps of a command, in nanoseconds of the device's clock. None is later than the one behind it.
struct Stamps
{
    std::uint64_t queued; ///< CL_PROFILING_COMMAND_QUEUED: the host enqueued it
    std::uint64_t submit; ///< CL_PROFILING_COMMAND_SUBMIT: it was handed to the device
    std::uint64_t start;  ///< CL_PROFILING_COMMAND_START: it began to run
    std::uint64_t end;    ///< CL_PROFILING_COMMAND_END: it had run
};

/// What a list of commands tells, in nanoseconds.
struct Summary
{
    std::uint64_t waited;     ///< between queued and start, the sum of all commands
    std::uint64_t ran;        ///< between start and end, the sum of all commands
    std::uint64_t span;       ///< from the first stamp of all to the last
    std::uint64_t busy;       ///< during which at least one command ran
    std::uint64_t overlapped; ///< during which at least two commands ran at the same time
};

/// You write this. Every number is exact, whatever the clock shows. A command runs from its start up to, and without,
/// its end, so that one which begins when another ends does not overlap with it.
/// @param commands in any order; none: all numbers are 0. There may be a million of them. All sums are less than
/// 2^64.
Summary summarise(std::span<const Stamps> commands);
