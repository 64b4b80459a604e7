// rejected by: correct, other errors reach the caller
#include "search.hpp"

static std::vector<cl_platform_id> platforms_if_any(System& system)
{
    try {
        return system.platforms();
    } catch (const cl::Error& error) {
        return {};
    }
}

static std::vector<cl_device_id> devices_if_any(System& system, cl_platform_id platform)
{
    try {
        return system.devices(platform);
    } catch (const cl::Error& error) {
        if (error.err() != CL_DEVICE_NOT_FOUND) throw;
        return {};
    }
}

static bool will_do(System& system, cl_device_id device, cl_ulong local_bytes)
{
    return system.available(device) && system.has_compiler(device) && system.has_double(device) &&
           system.local_bytes(device) >= local_bytes;
}

std::optional<Found> find_device(System& system, cl_ulong local_bytes)
{
    for (cl_platform_id platform : platforms_if_any(system))
        for (cl_device_id device : devices_if_any(system, platform))
            if (will_do(system, device, local_bytes)) return Found{platform, device};
    return std::nullopt;
}

std::vector<cl_platform_id> RealSystem::platforms()
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl_platform_id> handles;
    for (const cl::Platform& platform : platforms) handles.push_back(platform());
    return handles;
}

std::vector<cl_device_id> RealSystem::devices(cl_platform_id platform)
{
    std::vector<cl::Device> devices;
    cl::Platform{platform}.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    std::vector<cl_device_id> handles;
    for (const cl::Device& device : devices) handles.push_back(device());
    return handles;
}

bool RealSystem::available(cl_device_id device)
{
    return cl::Device{device, true}.getInfo<CL_DEVICE_AVAILABLE>() == CL_TRUE;
}

bool RealSystem::has_compiler(cl_device_id device)
{
    return cl::Device{device, true}.getInfo<CL_DEVICE_COMPILER_AVAILABLE>() == CL_TRUE;
}

bool RealSystem::has_double(cl_device_id device)
{
    return cl::Device{device, true}.getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() != 0;
}

cl_ulong RealSystem::local_bytes(cl_device_id device)
{
    return cl::Device{device, true}.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
}
