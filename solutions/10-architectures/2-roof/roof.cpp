// What a device can make of a kernel at most.
#include "roof.hpp"

#include <algorithm>

Forecast forecast(const Device& device, const Work& work)
{
    const double operations = static_cast<double>(work.operations);
    const double arithmetic_ms = 1e-6 * operations / device.gflops;
    const double memory_ms = 1e-6 * static_cast<double>(work.bytes) / device.gbps;
    const double ms = std::max(arithmetic_ms, memory_ms);
    return {ms, ms > 0 ? 1e-6 * operations / ms : 0,
            arithmetic_ms > memory_ms ? Bound::arithmetic : Bound::memory};
}

double free_operations(const Device& device, const Work& work)
{
    const double possible = static_cast<double>(work.bytes) / device.gbps * device.gflops;
    return std::max(0.0, possible - static_cast<double>(work.operations));
}
