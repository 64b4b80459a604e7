// Choosing a device by a policy.
#include "policy.hpp"

#include <tuple>

static bool meets_needs(const DeviceFacts& device)
{
    constexpr cl_ulong needed_local_bytes = 48 * 1024;
    return device.double_precision && device.local_bytes >= needed_local_bytes;
}

static bool better(const DeviceFacts& a, const DeviceFacts& b)
{
    const bool a_gpu = (a.type & CL_DEVICE_TYPE_GPU) != 0;
    const bool b_gpu = (b.type & CL_DEVICE_TYPE_GPU) != 0;
    return std::tie(a_gpu, a.global_bytes) > std::tie(b_gpu, b.global_bytes);
}

std::optional<std::size_t> choose(std::span<const DeviceFacts> devices)
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (meets_needs(devices[i]) && (!best || better(devices[i], devices[*best]))) best = i;
    return best;
}
