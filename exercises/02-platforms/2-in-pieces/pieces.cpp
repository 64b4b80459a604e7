// Sending a long array through a device in pieces.
#include "pieces.hpp"

std::optional<Plan> plan(const cl::Device& device, std::size_t n, std::span<const std::size_t> element_bytes)
{
    // Your code here. So far everything goes in one piece, if the first buffer fits.
    if (n * element_bytes[0] > device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()) return std::nullopt;
    return Plan{.pieces = 1, .elements = n};
}
