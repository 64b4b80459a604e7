// Prints what a program learns of its device, and of a kernel's work-groups on it.
#include <CL/opencl.hpp>

#include <cstdio>

int main()
{
    const cl::Platform platform = cl::Platform::getDefault();
    std::vector<cl::Device> found;
    for (const cl_device_type type : {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_GPU}) {
        cl_uint count = 0;
        clGetDeviceIDs(platform(), type, 0, nullptr, &count);
        std::printf("devices of type %d: %u\n", static_cast<int>(type), count);
    }
    platform.getDevices(CL_DEVICE_TYPE_ALL, &found);
    const cl::Device& device = found.front();
    cl_int cpu = CL_SUCCESS;
    clCreateContextFromType(nullptr, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &cpu);
    std::printf("context of a CPU: %d\n", cpu);
    std::printf("type %d\n", static_cast<int>(device.getInfo<CL_DEVICE_TYPE>()));
    std::printf("units %u\n", device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    std::printf("group %zu\n", device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
    std::printf("items %zu\n", device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>()[0]);
    std::printf("local %llu\n", static_cast<unsigned long long>(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>()));
    std::printf("global %llu\n",
                static_cast<unsigned long long>(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()));
    std::printf("buffer %llu\n",
                static_cast<unsigned long long>(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>()));
    std::printf("cache %llu\n",
                static_cast<unsigned long long>(device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>()));
    std::printf("name %s\n", device.getInfo<CL_DEVICE_NAME>().c_str());
    std::printf("vendor %s\n", device.getInfo<CL_DEVICE_VENDOR>().c_str());

    const cl::Context context{device};
    cl::Program program{context, "kernel void fill(global int* out) { out[get_global_id(0)] = 1; }", true};
    cl::Kernel kernel{program, "fill"};
    std::printf("kernel's group %zu\n", kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device));
    std::printf("multiple %zu\n",
                kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device));
    const cl::CommandQueue queue{context, device};
    const cl::Buffer out{context, CL_MEM_READ_WRITE, 64 * sizeof(cl_int)};
    kernel.setArg(0, out);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, 64, 64);
    queue.finish();
}
