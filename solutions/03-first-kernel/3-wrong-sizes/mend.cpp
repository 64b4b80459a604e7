// Adds two vectors on the device and checks the result on the host.
#include "mend.hpp"

#include <cstring>
#include <vector>

// The kernel is right.
static const char* kernel_source = R"(
kernel void add(global const float* a, global const float* b, global float* sum, uint n)
{
    const uint i = get_global_id(0);
    if (i < n)
        sum[i] = a[i] + b[i];
}
)";

bool add_vectors(cl_device_id device, const float* a, const float* b, float* sum, std::size_t n,
                 std::size_t group)
{
    const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);

    const cl_program program = clCreateProgramWithSource(context, 1, &kernel_source, nullptr, nullptr);
    clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    const cl_kernel kernel = clCreateKernel(program, "add", nullptr);

    const std::size_t bytes = n * sizeof(float);
    const cl_mem_flags copied = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    const cl_mem device_a = clCreateBuffer(context, copied, bytes, const_cast<float*>(a), nullptr);
    const cl_mem device_b = clCreateBuffer(context, copied, bytes, const_cast<float*>(b), nullptr);
    const cl_mem device_sum = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, nullptr);

    clSetKernelArg(kernel, 0, sizeof(device_a), &device_a);
    clSetKernelArg(kernel, 1, sizeof(device_b), &device_b);
    clSetKernelArg(kernel, 2, sizeof(device_sum), &device_sum);
    const cl_uint count = static_cast<cl_uint>(n);
    clSetKernelArg(kernel, 3, sizeof(count), &count);

    // One work-item an element.
    const std::size_t work_items = (n + group - 1) / group * group;
    cl_event added = nullptr;
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &work_items, &group, 0, nullptr, &added);

    // The sums are fetched once they are there.
    clWaitForEvents(1, &added);
    clReleaseEvent(added);
    clEnqueueReadBuffer(queue, device_sum, CL_TRUE, 0, bytes, sum, 0, nullptr, nullptr);

    // The host adds as well, and compares.
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = a[i] + b[i];
    const bool same = std::memcmp(expected.data(), sum, bytes) == 0;

    clReleaseMemObject(device_sum);
    clReleaseMemObject(device_b);
    clReleaseMemObject(device_a);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return same;
}
