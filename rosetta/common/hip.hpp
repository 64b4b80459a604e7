// HIP's calls return a status, and nothing else says that one failed.
#pragma once

#include <hip/hip_runtime.h>

#include <stdexcept>
#include <string>

inline void check(hipError_t status)
{
    if (status != hipSuccess)
        throw std::runtime_error{std::string{"HIP: "} + hipGetErrorString(status)};
}
