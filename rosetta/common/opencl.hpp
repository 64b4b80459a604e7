// The C++ bindings of OpenCL 1.2. With this first line their calls throw a cl::Error; without it a failed call goes unnoticed.
#pragma once

#ifndef CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#endif

#include <CL/opencl.hpp>
