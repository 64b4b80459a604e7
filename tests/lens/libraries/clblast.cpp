// Adds vectors and multiplies matrices by CLBlast, which chooses its kernels by the device's name.
#define CL_TARGET_OPENCL_VERSION 120
#include <clblast.h>

#include <vector>

namespace
{

cl_mem copied(cl_context context, std::vector<float>& numbers)
{
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, numbers.size() * sizeof(float),
                          numbers.data(), nullptr);
}

bool equal(cl_command_queue queue, cl_mem buffer, std::size_t count, float expected)
{
    std::vector<float> found(count);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(float), found.data(), 0, nullptr, nullptr);
    for (const float value : found)
        if (value != expected) return false;
    return true;
}

} // namespace

int main()
{
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, nullptr) != CL_SUCCESS) return 1;
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);

    std::vector<float> ones(64 * 64, 1.0F);
    std::vector<float> twos(64 * 64, 2.0F);
    cl_mem x = copied(context, ones);
    cl_mem y = copied(context, twos);
    cl_mem product = copied(context, ones);
    if (clblast::Axpy<float>(4096, 3.0F, x, 0, 1, y, 0, 1, &queue, nullptr) != clblast::StatusCode::kSuccess)
        return 2;
    if (!equal(queue, y, 4096, 5.0F)) return 3;
    if (clblast::Gemm<float>(clblast::Layout::kRowMajor, clblast::Transpose::kNo, clblast::Transpose::kNo, 64,
                             64, 64, 1.0F, x, 0, 64, y, 0, 64, 0.0F, product, 0, 64, &queue,
                             nullptr) != clblast::StatusCode::kSuccess)
        return 4;
    if (!equal(queue, product, 4096, 5.0F * 64)) return 5;
    for (cl_mem buffer : {x, y, product}) clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
