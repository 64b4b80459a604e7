// CUDA's calls return a status, and nothing else says that one failed.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

inline void check(cudaError_t status)
{
    if (status != cudaSuccess)
        throw std::runtime_error{std::string{"CUDA: "} + cudaGetErrorString(status)};
}
