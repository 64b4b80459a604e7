// What a device can make of a kernel at most, and what to change in a slower one. roof.cpp defines the functions.
#pragma once

#include <cstdint>

/// The two limits of a device, both greater than 0.
struct Device
{
    double gflops; ///< peak: 10^9 operations a second
    double gbps;   ///< bandwidth of its memory: 10^9 bytes a second
};

/// What a kernel does from beginning to end. Either may be 0.
struct Work
{
    std::uint64_t operations;
    std::uint64_t bytes; ///< read from memory and written to it
};

/// What a kernel waits for.
enum class Bound
{
    memory,
    arithmetic
};

struct Forecast
{
    double ms;     ///< the least time
    double gflops; ///< reached if it takes that time
    Bound bound;
};

/// The least time of the work on the device, and what decides it. When both take equally long, it is the memory.
Forecast forecast(const Device& device, const Work& work);

/// What to do with a kernel that was measured.
enum class Advice
{
    count_again, ///< no kernel is that fast: what the job needs was counted wrongly, or comes from a cache
    stop,        ///< it is at its roof
    fewer_bytes, ///< the memory is busy, with more than the job needs
    fewer_operations, ///< the arithmetic is busy, with more than the job needs
    more_under_way    ///< neither is busy
};

/// What to do with a kernel that takes `ms`, more than 0. `needed` is what the job asks of any kernel, of which something is more than
/// 0; `done` is what this kernel does, never less.
Advice advise(const Device& device, const Work& needed, const Work& done, double ms);
