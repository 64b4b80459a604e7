// From how many elements on a device is faster than the host, the way over the bus included. trip.cpp defines the function.
#pragma once

#include <cstdint>
#include <optional>

/// What a job costs for each element, and what the way to the device costs.
struct Job
{
    double host_ns;      ///< of the host, for each element
    double device_ns;    ///< of the device's kernel, for each element
    double bytes;        ///< that are moved there and back, for each element
    double bus_gb_per_s; ///< 10^9 bytes a second, more than 0
    double start_us;     ///< for the calls and the launch, once
};

/// You write this. The smallest number of elements, at least 1, for which the device takes less time than the host; nothing if
/// there is none below 2^53.
std::optional<std::uint64_t> break_even(const Job& job);
