// Choosing a device by a policy.
#include "policy.hpp"

std::optional<std::size_t> choose(std::span<const DeviceFacts> devices)
{
    // Your code here. So far the first device is good enough.
    if (devices.empty()) return std::nullopt;
    return 0;
}
