// Failures a person can act on, and the catalogue of OpenCL's error codes.
#pragma once

#include <CL/opencl.hpp>

#include <span>
#include <stdexcept>
#include <string>

namespace lockstep
{

/// A failure told in full: what happened, why, and what to type next.
class Failure : public std::runtime_error
{
public:
    /// @param what_happened one sentence; @param next the thing to try, printed on its own line (may be empty).
    explicit Failure(const std::string& what_happened, const std::string& next = "");

    /// The sentence alone, without the advice.
    const std::string& happened() const noexcept { return happened_; }
    /// The advice alone; empty when there is none.
    const std::string& next() const noexcept { return next_; }

private:
    std::string happened_;
    std::string next_;
};

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
