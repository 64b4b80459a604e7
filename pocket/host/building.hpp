// Building a program.
#pragma once

#include "host/calls.hpp"

#include <string>

namespace lockstep::pocket
{

/// What a binary of this device begins with.
inline constexpr const char* binary_mark = "Pocket 1\n";

/// Compiles a program's source, and where it `links` makes its kernels ready. @param given options, or null. @return an error of OpenCL.
cl_int build(cl_program program, const char* given, bool links);

/// A program as bytes that clCreateProgramWithBinary takes.
std::string binary_of(cl_program program);

} // namespace lockstep::pocket
