// The catalogue of OpenCL's error codes.
#pragma once

#include "failure.hpp"

#include <CL/opencl.hpp>

#include <span>
#include <string>

namespace lockstep
{

/// One of OpenCL's error codes, as the appendix of the book lists it.
struct ErrorEntry
{
    int code;            ///< the value in CL/cl.h, for example -5
    const char* name;    ///< the constant, for example CL_OUT_OF_RESOURCES
    const char* meaning; ///< what the specification says of it, in one clause
    const char* cause;   ///< what it usually comes from
    const char* next;    ///< what to try first
};

/// Every error code of OpenCL 1.2 and of the ICD loader, from 0 downwards.
/// Source: OpenCL 3.0 API specification, appendix "Error Codes"; cl_khr_icd for -1001.
std::span<const ErrorEntry> error_catalogue();

/// The entry for a code, or nullptr for a code that is not in the catalogue.
const ErrorEntry* find_error(int code);

/// The constant's name for a code, or "unknown error -12345".
std::string error_name(int code);

/// An OpenCL exception in words: the call, the code's name, its usual cause and what to try, on three lines.
std::string describe(const cl::Error& error);

} // namespace lockstep
