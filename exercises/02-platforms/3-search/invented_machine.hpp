// A machine that a test invents, for RealSystem: OpenCL's functions answer as it was told. Include this in one source file only.
#pragma once

#include "fake_system.hpp"

#include <lockstep/stand_in.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// A machine that answers instead of this one's OpenCL while it is present. Handles are FakeSystem's.
struct InventedMachine : lockstep::StandIn<InventedMachine>
{
    struct Device
    {
        cl_device_type type = CL_DEVICE_TYPE_GPU;
        bool available = true;
        bool has_compiler = true;
        bool has_double = true;
        cl_ulong local_bytes = 64 * kib;
        cl_int error = CL_SUCCESS; ///< of every question about it
    };
    struct Platform
    {
        std::vector<Device> devices;
        cl_int error = CL_DEVICE_NOT_FOUND; ///< of the question for its devices, when there are none
    };

    explicit InventedMachine(std::vector<Platform> its, cl_int code = platform_not_found)
        : platforms(std::move(its)), error(code)
    {
    }

    const Device& device(cl_device_id id) const
    {
        const std::size_t number = FakeSystem::number(id);
        return platforms.at(number / 1000 - 1).devices.at(number % 1000);
    }

    std::vector<Platform> platforms;
    cl_int error; ///< of the question for platforms, when there are none
};

template <typename Handle>
cl_int hand_out(const std::vector<std::size_t>& numbers, cl_uint room, Handle* handles, cl_uint* count)
{
    if (count != nullptr) *count = static_cast<cl_uint>(numbers.size());
    for (std::size_t i = 0; handles != nullptr && i < std::min<std::size_t>(room, numbers.size()); ++i)
        handles[i] = reinterpret_cast<Handle>(static_cast<std::uintptr_t>(numbers[i]));
    return CL_SUCCESS;
}

// The invented machine answers while there is one, else OpenCL.

LOCKSTEP_WITNESS(InventedMachine, clGetPlatformIDs, room, platforms, count)
{
    if (witness->platforms.empty()) return witness->error;
    std::vector<std::size_t> numbers;
    for (std::size_t p = 0; p < witness->platforms.size(); ++p) numbers.push_back(p + 1);
    return hand_out(numbers, room, platforms, count);
}

LOCKSTEP_WITNESS(InventedMachine, clGetDeviceIDs, platform, type, room, devices, count)
{
    const std::size_t p = FakeSystem::number(platform);
    const InventedMachine::Platform& asked = witness->platforms.at(p - 1);
    if (asked.devices.empty()) return asked.error;
    std::vector<std::size_t> numbers;
    for (std::size_t d = 0; d < asked.devices.size(); ++d)
        if ((asked.devices[d].type & type) != 0 || (type == CL_DEVICE_TYPE_DEFAULT && d == 0))
            numbers.push_back(1000 * p + d);
    if (numbers.empty()) return CL_DEVICE_NOT_FOUND;
    return hand_out(numbers, room, devices, count);
}

LOCKSTEP_WITNESS(InventedMachine, clGetDeviceInfo, id, question, room, place, needed)
{
    const InventedMachine::Device& device = witness->device(id);
    const auto says = [&](const auto& value) { return lockstep::answer(value, room, place, needed); };
    const auto truth = [&](bool fact) { return says(fact ? cl_bool{CL_TRUE} : cl_bool{CL_FALSE}); };
    if (device.error != CL_SUCCESS) return device.error;
    switch (question) {
    case CL_DEVICE_TYPE:
        return says(device.type);
    case CL_DEVICE_AVAILABLE:
        return truth(device.available);
    case CL_DEVICE_COMPILER_AVAILABLE:
        return truth(device.has_compiler);
    case CL_DEVICE_LINKER_AVAILABLE:
        return truth(true);
    case CL_DEVICE_SINGLE_FP_CONFIG:
        return says(cl_device_fp_config{63});
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        return says(cl_device_fp_config{device.has_double ? 63U : 0U});
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return says(device.local_bytes);
    case CL_DEVICE_EXTENSIONS:
        return says(std::string{"cl_khr_icd"});
    default:
        return CL_INVALID_VALUE;
    }
}

LOCKSTEP_WITNESS(InventedMachine, clRetainDevice, device)
{
    return CL_SUCCESS;
}

LOCKSTEP_WITNESS(InventedMachine, clReleaseDevice, device)
{
    return CL_SUCCESS;
}
