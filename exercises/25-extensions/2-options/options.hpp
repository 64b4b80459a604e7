// What options.cpp has to define, and what it is told about a device.
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

/// An entry of OpenCL 3.0's lists.
struct Named
{
    std::string name;
    cl_uint version; ///< 10 bits major, 10 bits minor, 12 bits patch
};

/// A device's answers, as they came. The lists of a device before 3.0 are empty, except for the extensions.
struct DeviceFacts
{
    std::string version;           ///< CL_DEVICE_VERSION: "OpenCL 3.0 and what the vendor likes"
    std::string c_version;         ///< CL_DEVICE_OPENCL_C_VERSION: "OpenCL C 1.2 and what the vendor likes"
    std::vector<Named> c_versions; ///< CL_DEVICE_OPENCL_C_ALL_VERSIONS
    std::vector<std::string> extensions; ///< the names in CL_DEVICE_EXTENSIONS
    std::vector<Named> features;         ///< CL_DEVICE_OPENCL_C_FEATURES
};

/// You write this. The options to build a program with on this device.
std::string build_options(const DeviceFacts& device);
