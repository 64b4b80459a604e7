// Who is there? Every platform, every device, what it can do, and which one this book will use.
#include <CL/opencl.hpp>
#include <lockstep/run.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

//! [all]
std::vector<cl::Device> all_devices()
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms); // throws with error -1001 when there is none
    std::vector<cl::Device> all;
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        all.insert(all.end(), devices.begin(), devices.end());
    }
    return all;
}
//! [all]

//! [describe]
void describe(const cl::Device& device)
{
    const cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    const std::vector<std::size_t> sizes = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    const cl_device_type type = device.getInfo<CL_DEVICE_TYPE>();
    std::printf("platform             %s\n", platform.getInfo<CL_PLATFORM_NAME>().c_str());
    std::printf("  its version        %s\n",
                platform.getInfo<CL_PLATFORM_VERSION>().c_str());
    std::printf("device               %s\n", device.getInfo<CL_DEVICE_NAME>().c_str());
    std::printf("  type               %s\n",
                (type & CL_DEVICE_TYPE_GPU) != 0 ? "GPU" : "not a GPU");
    std::printf("  driver             %s\n", device.getInfo<CL_DRIVER_VERSION>().c_str());
    std::printf("  compute units      %u at %u MHz\n",
                device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(),
                device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>());
    std::printf("  work-group         at most %zu work-items, at most %zu x %zu x %zu\n",
                device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(), sizes[0], sizes[1],
                sizes[2]);
    std::printf(
        "  global memory      %.1f GiB, at most %.1f GiB in one buffer\n",
        static_cast<double>(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()) / (1U << 30U),
        static_cast<double>(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>()) / (1U << 30U));
    std::printf(
        "  local memory       %llu KiB\n",
        static_cast<unsigned long long>(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() / 1024));
    std::printf("  double precision   %s\n",
                device.getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() != 0 ? "yes" : "no");
    std::printf("  images             %s\n",
                device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != 0 ? "yes" : "no");
    std::printf("  asked outside      %s\n",
                device.getInfo<CL_DEVICE_OPENCL_C_VERSION>().c_str());
}
//! [describe]

//! [choose]
bool is_gpu(const cl::Device& device)
{
    return (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
}

bool is_named(const cl::Device& device, const char* part)
{
    const cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    const std::string names = platform.getInfo<CL_PLATFORM_NAME>() + "\n" +
                              platform.getInfo<CL_PLATFORM_VERSION>() + "\n" +
                              device.getInfo<CL_DEVICE_NAME>();
    return strcasestr(names.c_str(), part) != nullptr; // upper or lower case, all the same
}

cl::Device choose(const std::vector<cl::Device>& all)
{
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    for (const cl::Device& device : all)
        if (wanted != nullptr ? is_named(device, wanted) : is_gpu(device)) return device;
    if (wanted != nullptr)
        throw std::runtime_error(
            "no device matches LOCKSTEP_DEVICE; ./lockstep devices lists what there is");
    return all.at(0);
}
//! [choose]

//! [ask-kernel]
std::array<cl_uint, 5> ask_from_inside(const cl::Device& device)
{
    const cl::Context context{device};
    const cl::CommandQueue queue{context, device};
    std::ifstream file{CHAPTER_DIR "/platforms.cl"};
    const cl::Program program{context,
                              std::string{std::istreambuf_iterator<char>{file}, {}}};
    program.build();
    std::array<cl_uint, 5> form{};
    const cl::Buffer buffer{context, CL_MEM_WRITE_ONLY, sizeof form};
    cl::Kernel kernel{program, "device_view"};
    kernel.setArg(0, buffer);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                               cl::NDRange(1)); // one work-item is enough
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof form, form.data());
    return form;
}
//! [ask-kernel]

void chapter()
{
    const std::vector<cl::Device> all = all_devices();
    std::printf("devices found: %zu\n\n", all.size());
    for (const cl::Device& device : all) {
        describe(device);
        const std::array<cl_uint, 5> form = ask_from_inside(device);
        std::printf("  seen from inside   OpenCL C %u.%u, %u-bit addresses, %s-endian, %s "
                    "double, %s images\n\n",
                    form[0] / 100, form[0] / 10 % 10, form[1],
                    form[2] != 0 ? "little" : "big", form[3] != 0 ? "with" : "without",
                    form[4] != 0 ? "with" : "without");
    }
    std::printf("this book will use   %s\n", choose(all).getInfo<CL_DEVICE_NAME>().c_str());
}

int main()
{
    return lockstep::run(chapter);
}
