// Slots of device memory that take turns, and a stream of data that passes through them.
#include "ring.hpp"

#include <algorithm>

Ring::Ring(const cl::Context& context, const cl::Device& device, std::size_t slots, std::size_t floats)
    : floats_(floats)
{
    const std::size_t bytes = floats * sizeof(float);
    const std::size_t alignment =
        device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8; // the answer is in bits
    const std::size_t step = (bytes + alignment - 1) / alignment * alignment;
    cl::Buffer whole{context, CL_MEM_READ_WRITE, step * slots}; // each of its parts keeps it alive
    for (std::size_t i = 0; i < slots; ++i) {
        cl_buffer_region region{i * step, bytes};
        slots_.push_back(whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region));
    }
}

const cl::Buffer& Ring::slot(std::size_t block) const
{
    return slots_[block % slots_.size()];
}

void send(const cl::CommandQueue& queue, cl::Kernel& kernel, const Ring& ring, std::span<const float> stream,
          std::span<float> results)
{
    for (std::size_t block = 0; block * ring.floats() < stream.size(); ++block) {
        const std::size_t first = block * ring.floats();
        const std::size_t n = std::min(ring.floats(), stream.size() - first);
        const cl::Buffer& slot = ring.slot(block);
        queue.enqueueWriteBuffer(slot, CL_FALSE, 0, n * sizeof(float), &stream[first]);
        kernel.setArg(0, slot);
        kernel.setArg(1, static_cast<cl_uint>(n));
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n));
        queue.enqueueReadBuffer(slot, CL_FALSE, 0, n * sizeof(float), &results[first]);
    }
    if (!stream.empty()) queue.finish();
}
