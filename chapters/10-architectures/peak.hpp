// The peak that a device's answers to queries promise, as far as they promise any.
#pragma once

#include "lab.hpp"

// Queries of vendors' extensions, which not every header knows.
enum class Vendor : cl_device_info
{
    nv_major = 0x4000,         // CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
    nv_minor = 0x4001,         // CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV
    amd_simds = 0x4040,        // CL_DEVICE_SIMD_PER_COMPUTE_UNIT_AMD
    amd_width = 0x4041,        // CL_DEVICE_SIMD_WIDTH_AMD
    amd_instructions = 0x4042, // CL_DEVICE_SIMD_INSTRUCTION_WIDTH_AMD
};

inline cl_uint ask(const cl::Device& device, Vendor query)
{
    cl_uint answer = 0;
    const auto name = static_cast<cl_device_info>(query);
    return clGetDeviceInfo(device(), name, sizeof answer, &answer, nullptr) == CL_SUCCESS
               ? answer
               : 0;
}

//! [slots]
// How many floats a compute unit multiplies and adds in a cycle, by what the device says of
// itself; of a CPU's core, in one of its pipes.
inline cl_uint slots(const cl::Device& device)
{
    const auto extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
    if (extensions.find("cl_amd_device_attribute_query") != std::string::npos)
        return ask(device, Vendor::amd_simds) * ask(device, Vendor::amd_width) *
               ask(device, Vendor::amd_instructions);
    if (extensions.find("cl_nv_device_attribute_query") == std::string::npos)
        return device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
    // NVIDIA tells the version of its architecture; the slots stand in the CUDA C++
    // Programming Guide, "Throughput of Native Arithmetic Instructions".
    const cl_uint major = ask(device, Vendor::nv_major),
                  minor = ask(device, Vendor::nv_minor);
    const bool half =
        (major == 8 && minor == 0) || (major == 6 && minor == 0) || major == 7;
    return major == 1   ? 8
           : major == 2 ? (minor == 0 ? 32 : 48)
           : major == 3 ? 192
           : half       ? 64
                        : 128;
}
//! [slots]

//! [peak]
inline double peak_gflops(const cl::Device& device)
{
    const double units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const double gigahertz = 1e-3 * device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
    return units * gigahertz * slots(device) *
           2; // to multiply and to add are two operations
}
//! [peak]
