// The host of softmax.cl, with the C++ bindings of OpenCL 1.2.
#include "../common/check.hpp"
#include "../common/opencl.hpp"

int main()
{
    constexpr cl_uint columns = 1000, rows = 37, group = 256;
    Floats in = numbers(columns * rows);
    Floats out(in.size());

    const cl::Device device = cl::Device::getDefault();
    const cl::Context context{device};
    cl::CommandQueue queue{context, device};
    const cl::Program program{
        context, text_beside(__FILE__, "softmax.cl")};
    program.build(device, "-cl-std=CL1.2");

    const cl::Buffer matrix{
        context, in.begin(), in.end(), true};
    const cl::Buffer shares{
        context, CL_MEM_WRITE_ONLY, out.size() * sizeof(float)};

    //! [launch]
    cl::KernelFunctor<cl::Buffer, cl::Buffer, cl_uint> softmax{
        program, "softmax"};
    softmax(
        {queue, cl::NDRange(rows * group), cl::NDRange(group)},
        matrix, shares, columns);
    //! [launch]
    cl::copy(queue, shares, out.begin(), out.end());
    return check_softmax(
        "softmax in OpenCL C", in, out, columns);
}
