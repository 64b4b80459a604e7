// The host of product.cl, with the C++ bindings of OpenCL 1.2.
#include "../common/check.hpp"
#include "../common/opencl.hpp"

int main()
{
    constexpr cl_uint rows = 190, columns = 250, inner = 130,
                      tile = 16;
    Floats a = numbers(rows * inner),
           b = numbers(inner * columns);
    Floats c(rows * columns);

    const cl::Device device = cl::Device::getDefault();
    const cl::Context context{device};
    cl::CommandQueue queue{context, device};
    const cl::Program program{
        context, text_beside(__FILE__, "product.cl")};
    program.build(device, "-cl-std=CL1.2");

    const cl::Buffer left{context, a.begin(), a.end(), true};
    const cl::Buffer right{context, b.begin(), b.end(), true};
    const cl::Buffer out{
        context, CL_MEM_WRITE_ONLY, c.size() * sizeof(float)};

    //! [launch]
    cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer,
        cl_uint, cl_uint, cl_uint>
        product{program, "product"};
    const cl::NDRange all((columns + tile - 1) / tile * tile,
        (rows + tile - 1) / tile * tile);
    product(
        cl::EnqueueArgs{queue, all, cl::NDRange(tile, tile)},
        left, right, out, rows, columns, inner);
    //! [launch]
    cl::copy(queue, out, c.begin(), c.end());
    return check_product(
        "product in OpenCL C", a, b, c, rows, columns, inner);
}
