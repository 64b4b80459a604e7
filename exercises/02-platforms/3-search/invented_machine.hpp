// A machine that a test invents, for RealSystem: OpenCL's functions answer as it was told. Include this in one source file only.
#pragma once

#include "fake_system.hpp"

#include <lockstep/interposed.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

// A machine that answers instead of this one's OpenCL while it is present. Handles are FakeSystem's.
struct InventedMachine
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
        present = this;
    }
    ~InventedMachine() { present = nullptr; }
    InventedMachine(const InventedMachine&) = delete;
    InventedMachine& operator=(const InventedMachine&) = delete;

    const Device& device(cl_device_id id) const
    {
        const std::size_t number = FakeSystem::number(id);
        return platforms.at(number / 1000 - 1).devices.at(number % 1000);
    }

    std::vector<Platform> platforms;
    cl_int error; ///< of the question for platforms, when there are none
    inline static const InventedMachine* present = nullptr;
};

template <typename Handle>
cl_int hand_out(const std::vector<std::size_t>& numbers, cl_uint room, Handle* handles, cl_uint* count)
{
    if (count != nullptr) *count = static_cast<cl_uint>(numbers.size());
    for (std::size_t i = 0; handles != nullptr && i < std::min<std::size_t>(room, numbers.size()); ++i)
        handles[i] = reinterpret_cast<Handle>(static_cast<std::uintptr_t>(numbers[i]));
    return CL_SUCCESS;
}

template <typename T>
cl_int answer(const T& value, std::size_t bytes, void* place, std::size_t* bytes_needed)
{
    if (bytes_needed != nullptr) *bytes_needed = sizeof value;
    if (place != nullptr && bytes < sizeof value) return CL_INVALID_VALUE;
    if (place != nullptr) std::memcpy(place, &value, sizeof value);
    return CL_SUCCESS;
}

// Calls of these reach the functions here: the invented machine answers while there is one, else OpenCL.
extern "C"
{

    cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count)
    {
        const InventedMachine* machine = InventedMachine::present;
        if (machine == nullptr)
            return lockstep::librarys<decltype(clGetPlatformIDs)>("clGetPlatformIDs")(room, platforms, count);
        if (machine->platforms.empty()) return machine->error;
        std::vector<std::size_t> numbers;
        for (std::size_t p = 0; p < machine->platforms.size(); ++p) numbers.push_back(p + 1);
        return hand_out(numbers, room, platforms, count);
    }

    cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices,
                          cl_uint* count)
    {
        const InventedMachine* machine = InventedMachine::present;
        if (machine == nullptr)
            return lockstep::librarys<decltype(clGetDeviceIDs)>("clGetDeviceIDs")(platform, type, room,
                                                                                  devices, count);
        const std::size_t p = FakeSystem::number(platform);
        const InventedMachine::Platform& asked = machine->platforms.at(p - 1);
        if (asked.devices.empty()) return asked.error;
        std::vector<std::size_t> numbers;
        for (std::size_t d = 0; d < asked.devices.size(); ++d)
            if ((asked.devices[d].type & type) != 0 || (type == CL_DEVICE_TYPE_DEFAULT && d == 0))
                numbers.push_back(1000 * p + d);
        if (numbers.empty()) return CL_DEVICE_NOT_FOUND;
        return hand_out(numbers, room, devices, count);
    }

    cl_int clGetDeviceInfo(cl_device_id id, cl_device_info question, std::size_t bytes, void* place,
                           std::size_t* bytes_needed)
    {
        const InventedMachine* machine = InventedMachine::present;
        if (machine == nullptr)
            return lockstep::librarys<decltype(clGetDeviceInfo)>("clGetDeviceInfo")(id, question, bytes,
                                                                                    place, bytes_needed);
        const InventedMachine::Device& device = machine->device(id);
        const auto truth = [&](bool fact) {
            return answer(fact ? cl_bool{CL_TRUE} : cl_bool{CL_FALSE}, bytes, place, bytes_needed);
        };
        if (device.error != CL_SUCCESS) return device.error;
        switch (question) {
        case CL_DEVICE_TYPE:
            return answer(device.type, bytes, place, bytes_needed);
        case CL_DEVICE_AVAILABLE:
            return truth(device.available);
        case CL_DEVICE_COMPILER_AVAILABLE:
            return truth(device.has_compiler);
        case CL_DEVICE_LINKER_AVAILABLE:
            return truth(true);
        case CL_DEVICE_SINGLE_FP_CONFIG:
            return answer(cl_device_fp_config{63}, bytes, place, bytes_needed);
        case CL_DEVICE_DOUBLE_FP_CONFIG:
            return answer(cl_device_fp_config{device.has_double ? 63U : 0U}, bytes, place, bytes_needed);
        case CL_DEVICE_LOCAL_MEM_SIZE:
            return answer(device.local_bytes, bytes, place, bytes_needed);
        case CL_DEVICE_EXTENSIONS:
            return answer(std::array<char, 11>{"cl_khr_icd"}, bytes, place, bytes_needed);
        default:
            return CL_INVALID_VALUE;
        }
    }

    cl_int clRetainDevice(cl_device_id device)
    {
        return InventedMachine::present != nullptr
                   ? CL_SUCCESS
                   : lockstep::librarys<decltype(clRetainDevice)>("clRetainDevice")(device);
    }
    cl_int clReleaseDevice(cl_device_id device)
    {
        return InventedMachine::present != nullptr
                   ? CL_SUCCESS
                   : lockstep::librarys<decltype(clReleaseDevice)>("clReleaseDevice")(device);
    }

} // extern "C"
