//! [program]
/* The same picture in C: each call returns or stores a code, and what was made is released by hand. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
static void check(cl_int code, const char* call)
{
    if (code == CL_SUCCESS) return;
    fprintf(stderr, "%s failed with error %d\n", call, code);
    exit(1);
}

static const char* source = "kernel void picture(global uchar* shades)\n"
                            "{\n"
                            "    const int x = get_global_id(0), y = get_global_id(1);\n"
                            "    shades[y * get_global_size(0) + x] = x * y;\n"
                            "}\n";

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");

    static unsigned char shades[24][72];
    cl_mem buffer = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof shades, NULL, &code);
    check(code, "clCreateBuffer");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (code == CL_BUILD_PROGRAM_FAILURE) {
        static char log[1 << 14];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fputs(log, stderr);
    }
    check(code, "clBuildProgram");
    const size_t range[] = {72, 24};
    cl_kernel kernel = clCreateKernel(program, "picture", &code);
    check(code, "clCreateKernel");
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    code = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, range, NULL, 0, NULL, NULL);
    check(code, "clEnqueueNDRangeKernel");
    code = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof shades, shades, 0, NULL,
                               NULL);
    check(code, "clEnqueueReadBuffer");

    for (size_t y = 0; y < 24; ++y) {
        for (size_t x = 0; x < 72; ++x) putchar(" .:-=+*#%@"[shades[y][x] * 10 / 256]);
        putchar('\n');
    }
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
//! [program]
