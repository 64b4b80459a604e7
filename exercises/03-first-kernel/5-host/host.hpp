// The function that host.cpp defines.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <string>
#include <vector>

/// Runs a kernel on two vectors, with a work-item for each element:
/// kernel void NAME(global const float* a, global const float* b, global float* result, uint n).
/// @param device_name the device's CL_DEVICE_NAME.
/// @param source the text of the program.
/// @param kernel_name the name of one of its kernels.
/// @param a n floats.
/// @param b as many.
/// @param group the size of the work-groups.
/// @return the n floats that the kernel computed.
/// @throws std::runtime_error with device_name in its text, if no platform has that device; with the compiler's messages,
/// if the source does not build.
/// @throws cl::Error if anything else fails.
std::vector<float> combine(const std::string& device_name, const std::string& source,
                           const std::string& kernel_name, const std::vector<float>& a,
                           const std::vector<float>& b, std::size_t group);
