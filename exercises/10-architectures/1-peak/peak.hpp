// The peak of a device by its answers to queries. peak.cpp defines the function.
#pragma once

#include <CL/cl.h>

/// What a device says of itself; 0 where it does not know.
struct Answers
{
    cl_uint compute_units; ///< CL_DEVICE_MAX_COMPUTE_UNITS
    cl_uint clock_mhz;     ///< CL_DEVICE_MAX_CLOCK_FREQUENCY
    cl_uint slots; ///< floats that a compute unit multiplies and adds in a cycle, as its maker counts them
};

/// 10^9 floating-point operations a second, a multiply-add counted as two.
double peak_gflops(const Answers& device);
