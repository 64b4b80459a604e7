// What a device can make of a kernel at most, and what to change in a slower one.
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

Advice advise(const Device& device, const Work& needed, const Work& done, double ms)
{
    const double least_ms = forecast(device, needed).ms;
    if (ms < 0.95 * least_ms) return Advice::count_again;
    if (least_ms >= 0.9 * ms) return Advice::stop;
    const Forecast busy = forecast(device, done);
    if (busy.ms < 0.9 * ms) return Advice::more_under_way;
    return busy.bound == Bound::memory ? Advice::fewer_bytes : Advice::fewer_operations;
}
