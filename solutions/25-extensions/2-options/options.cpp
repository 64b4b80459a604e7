// From a device's answers to build options.
#include "options.hpp"

#include <algorithm>
#include <cstdio>

namespace
{

cl_uint packed(cl_uint major, cl_uint minor)
{
    return major << 22U | minor << 12U;
}

// The newest OpenCL C that the device compiles.
cl_uint language(const DeviceFacts& device)
{
    unsigned major = 1, minor = 1;
    std::sscanf(device.c_version.c_str(), "OpenCL C %u.%u", &major, &minor);
    cl_uint newest = packed(major, minor);
    for (const Named& each : device.c_versions) newest = std::max(newest, each.version);
    return newest;
}

} // namespace

std::string build_options(const DeviceFacts& device)
{
    const auto has_extension = [&](const std::string& name) {
        return std::find(device.extensions.begin(), device.extensions.end(), name) != device.extensions.end();
    };
    const auto has_feature = [&](const std::string& name) {
        return std::any_of(device.features.begin(), device.features.end(),
                           [&](const Named& each) { return each.name == name; });
    };
    const cl_uint c = language(device);
    const bool by_features = c >= packed(3, 0);
    std::string options = "-cl-std=CL" + std::to_string(c >> 22U) + "." + std::to_string(c >> 12U & 0x3FFU);
    if (by_features ? has_feature("__opencl_c_fp64") : has_extension("cl_khr_fp64")) options += " -D DOUBLES";
    if (has_extension("cl_khr_int64_base_atomics") && has_extension("cl_khr_int64_extended_atomics"))
        options += " -D LONG_ATOMICS";
    if (c >= packed(3, 1) || (by_features ? has_feature("__opencl_c_subgroups")
                                          : c >= packed(2, 0) && has_extension("cl_khr_subgroups")))
        options += " -D SUB_GROUPS";
    return options;
}
