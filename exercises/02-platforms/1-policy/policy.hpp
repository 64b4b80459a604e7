// What policy.cpp has to define, and what it is told about each device.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>

/// What the policy looks at. The types are those of OpenCL's own queries.
struct DeviceFacts
{
    std::string name;
    cl_device_type
        type; ///< bits: CL_DEVICE_TYPE_GPU, …_CPU, …_ACCELERATOR, and perhaps …_DEFAULT beside them
    cl_ulong global_bytes; ///< global memory
    cl_ulong local_bytes;  ///< local memory
    bool double_precision;
};

/// You write this. The index of the device to use, or nothing when none will do. The policy: double precision and at
/// least 48 KiB of local memory are needed; prefer a GPU; among equals the most global memory; among those the first.
std::optional<std::size_t> choose(std::span<const DeviceFacts> devices);
