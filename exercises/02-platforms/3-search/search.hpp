// What search.cpp has to define: a search for a device, and the OpenCL it asks.
#pragma once

#include <CL/opencl.hpp>

#include <optional>
#include <vector>

/// What the search asks of OpenCL. The tests pass systems of their own making; RealSystem is this machine.
class System
{
public:
    virtual ~System() = default;

    /// In the loader's order. @throws cl::Error CL_PLATFORM_NOT_FOUND_KHR (-1001) when there is none.
    virtual std::vector<cl_platform_id> platforms() = 0;
    /// All devices of a platform, in its order. @throws cl::Error CL_DEVICE_NOT_FOUND (-1) when it has none.
    virtual std::vector<cl_device_id> devices(cl_platform_id platform) = 0;

    virtual bool available(cl_device_id device) = 0;
    virtual bool has_compiler(cl_device_id device) = 0;
    virtual bool has_double(cl_device_id device) = 0;
    virtual cl_ulong local_bytes(cl_device_id device) = 0;
};

/// A device and the platform it belongs to.
struct Found
{
    cl_platform_id platform;
    cl_device_id device;
};

// You write these.

/// The first device, platform by platform, that is available, has a compiler, computes in double precision and has at
/// least `local_bytes` of local memory; nothing when there is none. A platform without devices, and a system without
/// platforms, are no errors. Every other exception reaches the caller.
std::optional<Found> find_device(System& system, cl_ulong local_bytes);

/// This machine's OpenCL. Every function asks OpenCL one question.
class RealSystem final : public System
{
public:
    std::vector<cl_platform_id> platforms() override;
    std::vector<cl_device_id> devices(cl_platform_id platform) override;
    bool available(cl_device_id device) override;
    bool has_compiler(cl_device_id device) override;
    bool has_double(cl_device_id device) override; ///< CL_DEVICE_DOUBLE_FP_CONFIG is not 0
    cl_ulong local_bytes(cl_device_id device) override;
};
