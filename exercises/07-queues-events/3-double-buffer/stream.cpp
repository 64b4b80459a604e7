// A stream of blocks through a few slots of device memory, with transfers and kernels at the same time.
#include "stream.hpp"

#include <algorithm>
#include <vector>

void stream(const Queues& queues, cl::Kernel& kernel, std::span<const cl::Buffer> slots, std::size_t block,
            std::span<const float> in, std::span<float> out)
{
    // Your code here. So far one slot and one queue do everything, and the host waits for each block.
    for (std::size_t first = 0; first < in.size(); first += block) {
        const std::size_t n = std::min(block, in.size() - first);
        const std::size_t bytes = n * sizeof(float);
        queues.compute.enqueueWriteBuffer(slots[0], CL_TRUE, 0, bytes, &in[first]);
        kernel.setArg(0, slots[0]);
        kernel.setArg(1, static_cast<cl_uint>(n));
        queues.compute.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n));
        queues.compute.enqueueReadBuffer(slots[0], CL_TRUE, 0, bytes, &out[first]);
    }
}
