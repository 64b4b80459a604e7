// From how many elements on a device is faster than the host, the way over the bus included.
#include "trip.hpp"

#include <cmath>

std::optional<std::uint64_t> break_even(const Job& job)
{
    const double saved_ns = job.host_ns - job.device_ns - job.bytes / job.bus_gb_per_s; // by each element
    if (!(saved_ns > 0)) return std::nullopt;
    const double elements = std::floor(job.start_us * 1000 / saved_ns) + 1; // where they are equal, one more
    if (elements >= 0x1p53) return std::nullopt;
    return static_cast<std::uint64_t>(elements);
}
