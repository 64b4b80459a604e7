// Adds up the values of each group on a device, and checks the sums on the host.
#include "group_sums.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

cl_int add_groups(cl_context context, cl_command_queue queue, const char* source, const float* values,
                  std::size_t n, std::size_t group, float* sums, bool* agree)
{
    cl_int code = CL_SUCCESS;
    const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    code = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    const cl_kernel kernel = clCreateKernel(program, "group_sums", &code);

    const std::size_t groups = (n + group - 1) / group;
    const cl_mem device_values = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                                n * sizeof(float), const_cast<float*>(values), &code);
    const cl_mem device_sums = clCreateBuffer(context, CL_MEM_WRITE_ONLY, groups, nullptr, &code);

    code = clSetKernelArg(kernel, 0, sizeof(device_values), &device_values);
    code = clSetKernelArg(kernel, 1, sizeof(n), &n);
    code = clSetKernelArg(kernel, 2, group, nullptr);
    code = clSetKernelArg(kernel, 3, sizeof(device_sums), &device_sums);

    const std::size_t work_items = groups * group;
    cl_event added = nullptr;
    code = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &work_items, &group, 0, nullptr, &added);
    code = clEnqueueReadBuffer(queue, device_sums, CL_FALSE, 0, groups * sizeof(float), sums, 1, &added,
                               nullptr);
    code = clWaitForEvents(1, &added);

    // The host adds up as well, in the same order, and compares.
    std::vector<float> expected(groups, 0.0F);
    for (std::size_t i = 0; i < n; ++i) expected[i / group] += values[i];
    *agree = std::memcmp(expected.data(), sums, groups) == 0;

    clReleaseEvent(added);
    clReleaseMemObject(device_sums);
    clReleaseMemObject(device_values);
    clReleaseProgram(program);
    return code;
}
