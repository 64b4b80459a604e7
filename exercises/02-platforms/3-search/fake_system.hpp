// Systems of a test's own making, for find_device: platforms and devices with every fault.
#pragma once

#include "search.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

inline constexpr cl_int platform_not_found = -1001; // CL_PLATFORM_NOT_FOUND_KHR, from CL/cl_ext.h
inline constexpr cl_ulong kib = 1024;

/// What a system throws, whose type shows whether the caller gets the exception itself.
struct FakeError : cl::Error
{
    using cl::Error::Error;
};

struct FakeDevice
{
    std::string name;
    cl_ulong local_bytes = 64 * kib;
    bool has_double = true;
    bool available = true;
    bool has_compiler = true;
    cl_int error = CL_SUCCESS; ///< thrown by every question about the device
};

struct FakePlatform
{
    std::vector<FakeDevice> devices;
    cl_int error = CL_DEVICE_NOT_FOUND; ///< thrown when there are no devices
};

// Handles are numbers here: platform p is p + 1, its device d is 1000 (p + 1) + d.
class FakeSystem : public System
{
public:
    explicit FakeSystem(std::vector<FakePlatform> platforms, cl_int error = platform_not_found)
        : platforms_(std::move(platforms)), error_(error)
    {
    }

    std::vector<cl_platform_id> platforms() override
    {
        if (platforms_.empty() && error_ != CL_SUCCESS) throw FakeError{error_, "clGetPlatformIDs"};
        std::vector<cl_platform_id> handles;
        for (std::size_t p = 0; p < platforms_.size(); ++p) handles.push_back(handle<cl_platform_id>(p + 1));
        return handles;
    }
    std::vector<cl_device_id> devices(cl_platform_id platform) override
    {
        const std::size_t p = number(platform) - 1;
        const FakePlatform& asked = platforms_.at(p);
        if (asked.devices.empty() && asked.error != CL_SUCCESS)
            throw FakeError{asked.error, "clGetDeviceIDs"};
        std::vector<cl_device_id> handles;
        for (std::size_t d = 0; d < asked.devices.size(); ++d)
            handles.push_back(handle<cl_device_id>(1000 * (p + 1) + d));
        return handles;
    }
    bool available(cl_device_id device) override { return asked(device).available; }
    bool has_compiler(cl_device_id device) override { return asked(device).has_compiler; }
    bool has_double(cl_device_id device) override { return asked(device).has_double; }
    cl_ulong local_bytes(cl_device_id device) override { return asked(device).local_bytes; }

    const FakeDevice& asked(cl_device_id device) const
    {
        const FakeDevice& it = at(device);
        if (it.error != CL_SUCCESS) throw FakeError{it.error, "clGetDeviceInfo"};
        return it;
    }
    const FakeDevice& at(cl_device_id device) const
    {
        const std::size_t n = number(device);
        return platforms_.at(n / 1000 - 1).devices.at(n % 1000);
    }
    static std::size_t platform_of(cl_device_id device) { return number(device) / 1000; }
    template <typename Handle>
    static std::size_t number(Handle h)
    {
        return reinterpret_cast<std::uintptr_t>(h);
    }

private:
    template <typename Handle>
    static Handle handle(std::size_t n)
    {
        return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(n));
    }

    std::vector<FakePlatform> platforms_;
    cl_int error_;
};
