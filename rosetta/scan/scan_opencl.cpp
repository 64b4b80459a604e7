// The host of scan.cl, with the C++ bindings of OpenCL 1.2.
#include "../common/check.hpp"
#include "../common/opencl.hpp"

int main()
{
    constexpr cl_uint n = 50'003, group = 256;
    constexpr cl_uint blocks = (n + group - 1) / group;
    std::vector<cl_uint> in = digits(n), out(n);

    const cl::Device device = cl::Device::getDefault();
    const cl::Context context{device};
    cl::CommandQueue queue{context, device};
    const cl::Program program{
        context, text_beside(__FILE__, "scan.cl")};
    program.build(device, "-cl-std=CL1.2");

    const auto words = [&](std::size_t count) {
        return cl::Buffer{context, CL_MEM_READ_WRITE,
            count * sizeof(cl_uint)};
    };
    const cl::Buffer values{
        context, in.begin(), in.end(), true};
    const cl::Buffer scanned = words(n), sums = words(blocks);
    const cl::Buffer before = words(blocks), total = words(1);

    //! [launch]
    using cl::Buffer;
    cl::KernelFunctor<Buffer, Buffer, Buffer, cl_uint> scan{
        program, "scan"};
    cl::KernelFunctor<Buffer, Buffer, cl_uint> grow{
        program, "grow"};
    const cl::NDRange one(group), all(blocks * group);
    const cl::NDRange later((blocks - 1) * group);
    scan({queue, all, one}, values, scanned, sums, n);
    scan({queue, one, one}, sums, before, total, blocks);
    grow({queue, one, later, one}, scanned, before, n);
    //! [launch]
    cl::copy(queue, scanned, out.begin(), out.end());
    return check_scan("scan in OpenCL C", in, out);
}
