/* Turns a picture of 64 × 64 numbers, and says whether that went well: a program for a first look through the lens.
 * cc -o turn turn.c -lOpenCL */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum
{
    SIDE = 64
};

static const char* source = "kernel void turn(global const float* in, global float* out, uint side)\n"
                            "{\n"
                            "    uint x = get_global_id(0);\n"
                            "    uint y = get_global_id(1);\n"
                            "    out[x * side + y] = in[y * side + x];\n"
                            "}\n";

static void check(cl_int status, const char* call)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s failed with %d.\n", call, status);
    exit(1);
}

int main(void)
{
    static float in[SIDE * SIDE], out[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; ++i) in[i] = (float)i;

    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "turn", &status);
    check(status, "clCreateKernel");
    cl_mem from = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof in, in, &status);
    check(status, "clCreateBuffer");
    cl_mem to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &status);
    check(status, "clCreateBuffer");

    const cl_uint side = SIDE;
    check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof side, &side), "clSetKernelArg");
    const size_t global[2] = {SIDE, SIDE}, local[2] = {32, 2};
    check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "clEnqueueReadBuffer");

    int wrong = 0;
    for (int y = 0; y < SIDE; ++y)
        for (int x = 0; x < SIDE; ++x) wrong += out[x * SIDE + y] != in[y * SIDE + x];
    printf("%d of %d numbers are wrong.\n", wrong, SIDE * SIDE);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong != 0;
}
