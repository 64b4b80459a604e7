// Adds up the values of each group on a device, and checks the sums on the host.
#include "group_sums.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace
{

// Releases what it holds at the end of its block, if there is anything.
template <typename Handle>
struct Owner
{
    Handle handle;
    cl_int(CL_API_CALL* release)(Handle);

    Owner(Handle made, cl_int(CL_API_CALL* release_it)(Handle)) : handle(made), release(release_it) {}
    Owner(const Owner&) = delete;
    ~Owner()
    {
        if (handle != nullptr) release(handle);
    }
};

} // namespace

cl_int add_groups(cl_context context, cl_command_queue queue, const char* source, const float* values,
                  std::size_t n, std::size_t group, float* sums, bool* agree)
{
    cl_int code = CL_SUCCESS;
    const Owner program{clCreateProgramWithSource(context, 1, &source, nullptr, &code), clReleaseProgram};
    if (code != CL_SUCCESS) return code;
    code = clBuildProgram(program.handle, 0, nullptr, "", nullptr, nullptr);
    if (code != CL_SUCCESS) return code;
    const Owner kernel{clCreateKernel(program.handle, "group_sums", &code), clReleaseKernel};
    if (code != CL_SUCCESS) return code;

    const std::size_t groups = (n + group - 1) / group;
    const Owner device_values{clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                             n * sizeof(float), const_cast<float*>(values), &code),
                              clReleaseMemObject};
    if (code != CL_SUCCESS) return code;
    const Owner device_sums{
        clCreateBuffer(context, CL_MEM_WRITE_ONLY, groups * sizeof(float), nullptr, &code),
        clReleaseMemObject};
    if (code != CL_SUCCESS) return code;

    code = clSetKernelArg(kernel.handle, 0, sizeof(cl_mem), &device_values.handle);
    if (code != CL_SUCCESS) return code;
    const cl_uint count = static_cast<cl_uint>(n);
    code = clSetKernelArg(kernel.handle, 1, sizeof(count), &count);
    if (code != CL_SUCCESS) return code;
    code = clSetKernelArg(kernel.handle, 2, group * sizeof(float), nullptr);
    if (code != CL_SUCCESS) return code;
    code = clSetKernelArg(kernel.handle, 3, sizeof(cl_mem), &device_sums.handle);
    if (code != CL_SUCCESS) return code;

    const std::size_t work_items = groups * group;
    code = clEnqueueNDRangeKernel(queue, kernel.handle, 1, nullptr, &work_items, &group, 0, nullptr, nullptr);
    if (code != CL_SUCCESS) return code;
    code = clEnqueueReadBuffer(queue, device_sums.handle, CL_TRUE, 0, groups * sizeof(float), sums, 0,
                               nullptr, nullptr);
    if (code != CL_SUCCESS) return code;

    // The host adds up as well, in the same order, and compares.
    std::vector<float> expected(groups, 0.0F);
    for (std::size_t i = 0; i < n; ++i) expected[i / group] += values[i];
    *agree = std::memcmp(expected.data(), sums, groups * sizeof(float)) == 0;
    return CL_SUCCESS;
}
