// TO WRITE: what the function does. Scales a vector on the device.
#include "@name@.hpp"

// The kernel is right.
static const char* kernel_source = R"(
kernel void scale(float factor, global const float* in, global float* out, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) out[i] = factor * in[i];
}
)";

void scale(const cl::CommandQueue& queue, float factor, std::span<const float> in, std::span<float> out,
           std::size_t group)
{
    const auto context = queue.getInfo<CL_QUEUE_CONTEXT>();
    cl::Kernel kernel{cl::Program{context, kernel_source, true}, "scale"};
    const std::size_t n = in.size();
    const std::size_t bytes = n * sizeof(float);
    const cl::Buffer device_in{context, CL_MEM_READ_ONLY, bytes};
    const cl::Buffer device_out{context, CL_MEM_READ_WRITE, bytes};
    queue.enqueueWriteBuffer(device_in, CL_TRUE, 0, bytes, in.data());
    kernel.setArg(0, factor);
    kernel.setArg(1, device_in);
    kernel.setArg(2, device_out);
    kernel.setArg(3, static_cast<cl_uint>(n));
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange((n + group - 1) / group * group),
                               cl::NDRange(group));
    queue.enqueueReadBuffer(device_out, CL_TRUE, 0, bytes, out.data());
}
