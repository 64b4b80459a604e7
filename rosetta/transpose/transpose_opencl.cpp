// The host of transpose.cl, with the C++ bindings of OpenCL 1.2.
#include "../common/check.hpp"
#include "../common/opencl.hpp"

int main()
{
    constexpr cl_uint columns = 1000, rows = 777, tile = 32;
    Floats in = numbers(columns * rows);
    Floats out(in.size());

    const cl::Device device = cl::Device::getDefault();
    const cl::Context context{device};
    cl::CommandQueue queue{context, device};
    const cl::Program program{
        context, text_beside(__FILE__, "transpose.cl")};
    program.build(device, "-cl-std=CL1.2");

    const cl::Buffer matrix{
        context, in.begin(), in.end(), true};
    const cl::Buffer turned{
        context, CL_MEM_WRITE_ONLY, out.size() * sizeof(float)};

    //! [launch]
    cl::Kernel transpose{program, "transpose"};
    transpose.setArg(0, matrix);
    transpose.setArg(1, turned);
    transpose.setArg(2, columns);
    transpose.setArg(3, rows);
    const cl_uint across = (columns + tile - 1) / tile;
    const cl_uint down = (rows + tile - 1) / tile;
    queue.enqueueNDRangeKernel(transpose, cl::NullRange,
        cl::NDRange(across * tile, down * 8),
        cl::NDRange(tile, 8));
    //! [launch]
    cl::copy(queue, turned, out.begin(), out.end());
    return check_transpose(
        "transpose in OpenCL C", in, out, columns, rows);
}
