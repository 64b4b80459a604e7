// Opens the OpenCL library at run time, by the name that is given, as many bindings do. Not linked to it.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>

#include <dlfcn.h>

namespace
{

void* library = nullptr;

template <typename Function>
Function* function(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(library, name));
}

} // namespace

#define FUNCTION(name) const auto name##_ = function<decltype(name)>(#name)

int main(int argc, char** argv)
{
    library = dlopen(argc > 1 ? argv[1] : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::printf("%s\n", dlerror());
        return 1;
    }
    FUNCTION(clGetPlatformIDs);
    FUNCTION(clGetDeviceIDs);
    FUNCTION(clCreateContext);
    FUNCTION(clCreateCommandQueue);
    FUNCTION(clCreateProgramWithSource);
    FUNCTION(clBuildProgram);
    FUNCTION(clCreateKernel);
    FUNCTION(clCreateBuffer);
    FUNCTION(clSetKernelArg);
    FUNCTION(clEnqueueNDRangeKernel);
    FUNCTION(clFinish);
    const char* source = "kernel void fill(global int* out)\n{\n    out[get_global_id(0)] = 1;\n}\n";
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    clGetPlatformIDs_(1, &platform, nullptr);
    if (clGetDeviceIDs_(platform, CL_DEVICE_TYPE_GPU, 1, &device, nullptr) != CL_SUCCESS) return 1;
    cl_context context = clCreateContext_(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueue_(context, device, 0, nullptr);
    cl_program program = clCreateProgramWithSource_(context, 1, &source, nullptr, nullptr);
    clBuildProgram_(program, 1, &device, "", nullptr, nullptr);
    cl_kernel kernel = clCreateKernel_(program, "fill", nullptr);
    cl_mem out = clCreateBuffer_(context, CL_MEM_READ_WRITE, 1024 * sizeof(cl_int), nullptr, nullptr);
    clSetKernelArg_(kernel, 0, sizeof(out), &out);
    const std::size_t items = 1024;
    clEnqueueNDRangeKernel_(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    clFinish_(queue);
    dlclose(library);
}
