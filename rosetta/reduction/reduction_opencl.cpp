// The host of reduction.cl, with the C++ bindings of OpenCL 1.2.
#include "../common/check.hpp"
#include "../common/opencl.hpp"

int main()
{
    constexpr cl_uint count = 1'000'003, group = 256,
                      groups = 64;
    Floats in = numbers(count);
    float sum = 0;

    //! [device]
    const cl::Device device = cl::Device::getDefault();
    const cl::Context context{device};
    cl::CommandQueue queue{context, device};
    const cl::Program program{
        context, text_beside(__FILE__, "reduction.cl")};
    program.build(device, "-cl-std=CL1.2");
    //! [device]

    //! [memory]
    const cl::Buffer numbers{
        context, in.begin(), in.end(), true};
    const cl::Buffer partial{
        context, CL_MEM_READ_WRITE, groups * sizeof(float)};
    const cl::Buffer total{
        context, CL_MEM_READ_WRITE, sizeof(float)};
    //! [memory]

    //! [launch]
    cl::Kernel sums{program, "sums"};
    sums.setArg(0, numbers);
    sums.setArg(1, partial);
    sums.setArg(2, count);
    queue.enqueueNDRangeKernel(
        sums, cl::NullRange, groups * group, group);
    sums.setArg(0, partial);
    sums.setArg(1, total);
    sums.setArg(2, groups);
    queue.enqueueNDRangeKernel(
        sums, cl::NullRange, group, group);
    //! [launch]

    //! [result]
    queue.enqueueReadBuffer(
        total, CL_TRUE, 0, sizeof sum, &sum);
    //! [result]
    return check_sum("reduction in OpenCL C", in, sum);
}
