// Slots of device memory that take turns, and a stream of data that passes through them.
#include "ring.hpp"

#include <algorithm>

Ring::Ring(const cl::Context& context, const cl::Device& device, std::size_t slots, std::size_t floats)
    : floats_(floats)
{
    // Your code here.
    (void)context;
    (void)device;
    slots_.resize(slots);
}

const cl::Buffer& Ring::slot(std::size_t block) const
{
    // Your code here. So far only the first blocks have a slot.
    return slots_.at(block);
}

void send(const cl::CommandQueue& queue, cl::Kernel& kernel, const Ring& ring, std::span<const float> stream,
          std::span<float> results)
{
    // Your code here.
}
