// Two arrays to the device, a kernel, and its results back, on a queue that may run out of order. edge.cpp defines
// the function.
#pragma once

#include <CL/opencl.hpp>

#include <span>

/// Device memory for the arrays, each as long as they are.
struct Buffers
{
    cl::Buffer a;
    cl::Buffer b;
    cl::Buffer results;
};

/// Combines two arrays on the device: writes both, runs the kernel, reads the results. The two writes may run at the
/// same time. The host waits once, for the results, which are complete when the function returns.
/// @param queue may run its commands in any order that their wait lists allow.
/// @param kernel has the parameters (global const float* a, global const float* b, global float* results), one work-
/// item for each element.
/// @param a,b,results of the same length, at least 1.
void combine(const cl::CommandQueue& queue, cl::Kernel& kernel, const Buffers& buffers,
             std::span<const float> a, std::span<const float> b, std::span<float> results);
