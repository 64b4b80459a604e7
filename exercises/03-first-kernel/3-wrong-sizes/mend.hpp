// The function that mend.cpp defines.
#pragma once

#include <CL/opencl.h>

#include <cstddef>

/// Adds two vectors of n floats on a device and checks the result on the host.
/// @param sum receives the device's n results.
/// @param group the size of the work-groups.
/// @return whether every one of the n results equals the host's own a[i] + b[i].
bool add_vectors(cl_device_id device, const float* a, const float* b, float* sum, std::size_t n,
                 std::size_t group);
