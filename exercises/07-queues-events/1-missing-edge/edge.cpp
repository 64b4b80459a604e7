// Two arrays to the device, a kernel, and its results back, on a queue that may run out of order.
#include "edge.hpp"

#include <vector>

void combine(const cl::CommandQueue& queue, cl::Kernel& kernel, const Buffers& buffers,
             std::span<const float> a, std::span<const float> b, std::span<float> results)
{
    cl::Event a_written;
    cl::Event b_written;
    queue.enqueueWriteBuffer(buffers.a, CL_FALSE, 0, a.size_bytes(), a.data(), nullptr, &a_written);
    queue.enqueueWriteBuffer(buffers.b, CL_FALSE, 0, b.size_bytes(), b.data(), nullptr, &b_written);

    const std::vector<cl::Event> before_kernel{a_written, b_written};
    cl::Event combined;
    kernel.setArg(0, buffers.a);
    kernel.setArg(1, buffers.b);
    kernel.setArg(2, buffers.results);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(results.size()), cl::NullRange,
                               &before_kernel, &combined);

    const std::vector<cl::Event> before_read; // Your code here: it names no event.
    queue.enqueueReadBuffer(buffers.results, CL_TRUE, 0, results.size_bytes(), results.data(), &before_read);
}
