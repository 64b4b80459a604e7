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
    // Your code here.
}
