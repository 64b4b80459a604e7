// What a device can make of a kernel at most. roof.cpp defines the functions.
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

/// How many operations could be added to the work without making it take longer.
double free_operations(const Device& device, const Work& work);
