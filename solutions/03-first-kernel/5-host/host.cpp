// From a platform to a result: all eight steps of a host program.
#include "host.hpp"

#include <stdexcept>

static cl::Device find_device(const std::string& name)
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        for (const cl::Device& device : devices)
            if (device.getInfo<CL_DEVICE_NAME>() == name) return device;
    }
    throw std::runtime_error("no platform has a device that is called " + name);
}

static cl::Program build(const cl::Context& context, const std::string& source)
{
    cl::Program program{context, source};
    try {
        program.build();
    } catch (const cl::BuildError& error) {
        throw std::runtime_error(error.getBuildLog().front().second);
    }
    return program;
}

std::vector<float> combine(const std::string& device_name, const std::string& source,
                           const std::string& kernel_name, const std::vector<float>& a,
                           const std::vector<float>& b, std::size_t group)
{
    const std::size_t n = a.size();
    const std::size_t bytes = n * sizeof(float);
    std::vector<float> result(n);
    if (n == 0) return result;

    const cl::Device device = find_device(device_name);
    const cl::Context context{device};
    const cl::CommandQueue queue{context, device};

    const cl::Buffer device_a{context, CL_MEM_READ_ONLY, bytes};
    const cl::Buffer device_b{context, CL_MEM_READ_ONLY, bytes};
    const cl::Buffer device_result{context, CL_MEM_WRITE_ONLY, bytes};
    queue.enqueueWriteBuffer(device_a, CL_TRUE, 0, bytes, a.data());
    queue.enqueueWriteBuffer(device_b, CL_TRUE, 0, bytes, b.data());

    const cl::Program program = build(context, source);
    cl::Kernel kernel{program, kernel_name.c_str()};
    kernel.setArg(0, device_a);
    kernel.setArg(1, device_b);
    kernel.setArg(2, device_result);
    kernel.setArg(3, static_cast<cl_uint>(n));

    const cl::NDRange work_items{(n + group - 1) / group * group};
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, work_items, cl::NDRange{group});
    queue.enqueueReadBuffer(device_result, CL_TRUE, 0, bytes, result.data());
    return result;
}
