// From how many elements on a device is faster than the host, the way over the bus included.
#include "trip.hpp"

std::optional<std::uint64_t> break_even(const Job& job)
{
    // Your code here. So far it compares the two kernels, as if the data were on the device already.
    if (job.device_ns < job.host_ns) return 1;
    return std::nullopt;
}
