// Brightens rows of a picture on a device.
#include "brighten.hpp"

#include <cstring>

bool brighten_rows(cl_command_queue queue, cl_program program, float* picture, std::size_t columns,
                   std::size_t rows, std::size_t first, std::size_t count, float factor)
{
    cl_context context = nullptr;
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr);

    // The picture on the device, with a row to spare.
    cl_int code = CL_SUCCESS;
    const std::size_t row = columns * sizeof(float);
    const cl_mem whole =
        clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, row * (rows + 1), picture, nullptr);
    const cl_kernel kernel = clCreateKernel(program, "brighten", &code);
    if (code != CL_SUCCESS || count == 0 || first + count > rows) return false;

    // The rows that are asked for, in a buffer of their own.
    const cl_mem part = clCreateBuffer(context, CL_MEM_READ_WRITE, row * count, nullptr, nullptr);
    clEnqueueCopyBuffer(queue, whole, part, row * first, 0, row * count, 0, nullptr, nullptr);

    clSetKernelArg(kernel, 0, sizeof(part), &part);
    clSetKernelArg(kernel, 1, sizeof(factor), &factor);
    const cl_uint n = static_cast<cl_uint>(columns * count);
    clSetKernelArg(kernel, 2, sizeof(n), &n);
    const std::size_t work_items = n;
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &work_items, nullptr, 0, nullptr, nullptr);

    // The results, and the rows behind them.
    const void* results =
        clEnqueueMapBuffer(queue, part, CL_FALSE, CL_MAP_READ, 0, row * count, 0, nullptr, nullptr, nullptr);
    std::memcpy(picture + columns * first, results, row * (rows - first));

    clReleaseMemObject(part);
    clReleaseKernel(kernel);
    return true;
}
