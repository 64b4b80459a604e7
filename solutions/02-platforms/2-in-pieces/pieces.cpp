// Sending a long array through a device in pieces.
#include "pieces.hpp"

#include <algorithm>

std::optional<Plan> plan(const cl::Device& device, std::size_t n, std::span<const std::size_t> element_bytes)
{
    if (n == 0) return Plan{};
    const std::size_t one_buffer = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    const std::size_t all_buffers = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 4 * 3;
    const std::size_t largest = *std::ranges::max_element(element_bytes);
    std::size_t together = 0;
    for (const std::size_t bytes : element_bytes) {
        if (bytes > all_buffers - together) return std::nullopt; // a sum might be beyond 64 bits
        together += bytes;
    }
    const std::size_t most = std::min(one_buffer / largest, all_buffers / together);
    if (most == 0) return std::nullopt;
    const std::size_t pieces = (n - 1) / most + 1;
    return Plan{.pieces = pieces, .elements = (n - 1) / pieces + 1};
}
