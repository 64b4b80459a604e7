// A specialisation constant: one SPIR-V module, built with three factors, on every device that takes it.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 220
#define CL_HPP_TARGET_OPENCL_VERSION 220
#include <CL/opencl.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

//! [scaled]
// The numbers 1, 2 and 3, scaled by a kernel that was built with this factor; 0 leaves the module's own.
std::vector<cl_uint> scaled(const cl::Device& device, const std::vector<char>& module,
                            cl_uint factor)
{
    const cl::Context context{device};
    cl::Program program{context, module}; // clCreateProgramWithIL
    if (factor != 0) program.setSpecializationConstant(7, factor);
    program.build(device);

    std::vector<cl_uint> numbers{1, 2, 3};
    const cl::Buffer buffer{context, numbers.begin(), numbers.end(), false};
    cl::Kernel kernel{program, "scale"};
    kernel.setArg(0, buffer);
    const cl::CommandQueue queue{context, device};
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange{numbers.size()});
    cl::copy(queue, buffer, numbers.begin(), numbers.end());
    return numbers;
}
//! [scaled]

int main()
try {
    if (std::system("spirv-as --target-env opencl2.2 -o scale.spv " CHAPTER_DIR
                    "/scale.spvasm") != 0) {
        std::fprintf(stderr, "spirv-as is not installed (apt install spirv-tools)\n");
        return 1;
    }
    std::ifstream file{"scale.spv", std::ios::binary};
    const std::vector<char> module{std::istreambuf_iterator<char>{file}, {}};
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        for (const cl::Device& device : devices) {
            if (device.getInfo<CL_DEVICE_IL_VERSION>().empty()) continue; // takes no SPIR-V
            std::printf("%s, %s\n", device.getInfo<CL_DEVICE_NAME>().c_str(),
                        platform.getInfo<CL_PLATFORM_NAME>().c_str());
            for (const cl_uint factor : {0U, 3U, 1000U}) {
                const std::vector<cl_uint> got = scaled(device, module, factor);
                std::printf("  factor %4u: 1, 2, 3 become %u, %u, %u\n", factor, got[0],
                            got[1], got[2]);
            }
        }
    }
} catch (const cl::Error& error) {
    std::fprintf(stderr, "%s failed with error %d\n", error.what(), error.err());
    return 1;
}
