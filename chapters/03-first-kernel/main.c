/* The same steps in C: every call returns or stores a code, and everything made is released by hand. */
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum
{
    N = 1000000
};
static float a[N], b[N], sum[N];

//! [check]
static void check(cl_int code, const char* call)
{
    if (code == CL_SUCCESS) return;
    fprintf(stderr, "%s failed with error %d\n", call, code);
    exit(1);
}
//! [check]

static char* read_source(const char* path, size_t* length)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    *length = (size_t)ftell(file);
    rewind(file);
    char* text = malloc(*length);
    if (text == NULL || fread(text, 1, *length, file) != *length) exit(1);
    fclose(file);
    return text;
}

int main(void)
{
    const size_t n = N;
    for (size_t i = 0; i < n; ++i) {
        a[i] = (float)i;
        b[i] = 0.25f * (float)(i % 8);
    }

    //! [setup]
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
    //! [setup]

    cl_mem device_a = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     sizeof a, a, &code);
    check(code, "clCreateBuffer");
    cl_mem device_b = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof b, NULL, &code);
    check(code, "clCreateBuffer");
    cl_mem device_sum = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof sum, NULL, &code);
    check(code, "clCreateBuffer");
    check(clEnqueueWriteBuffer(queue, device_b, CL_TRUE, 0, sizeof b, b, 0, NULL, NULL),
          "clEnqueueWriteBuffer");

    size_t length;
    char* source = read_source(CHAPTER_DIR "/first-kernel.cl", &length);
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char**)&source, &length, &code);
    check(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (code == CL_BUILD_PROGRAM_FAILURE) {
        static char log[1 << 14];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fputs(log, stderr);
    }
    check(code, "clBuildProgram");
    cl_kernel vecadd = clCreateKernel(program, "vecadd", &code);
    check(code, "clCreateKernel");

    //! [launch]
    check(clSetKernelArg(vecadd, 0, sizeof(cl_mem), &device_a), "clSetKernelArg");
    check(clSetKernelArg(vecadd, 1, sizeof(cl_mem), &device_b), "clSetKernelArg");
    check(clSetKernelArg(vecadd, 2, sizeof(cl_mem), &device_sum), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, vecadd, 1, NULL, &n, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(
        clEnqueueReadBuffer(queue, device_sum, CL_TRUE, 0, sizeof sum, sum, 0, NULL, NULL),
        "clEnqueueReadBuffer");
    //! [launch]

    size_t wrong = 0;
    for (size_t i = 0; i < n; ++i) wrong += sum[i] != a[i] + b[i];
    printf("sum[999999] = %.2f, wrong elements: %zu of %zu\n", sum[N - 1], wrong, n);

    //! [release]
    clReleaseKernel(vecadd);
    clReleaseProgram(program);
    clReleaseMemObject(device_sum);
    clReleaseMemObject(device_b);
    clReleaseMemObject(device_a);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(source);
    //! [release]
    return wrong == 0 ? 0 : 1;
}
