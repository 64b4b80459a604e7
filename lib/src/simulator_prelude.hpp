// What Oclgrind's compiler is given before a kernel that meets one of its faults.
#pragma once

#include <string>
#include <string_view>

namespace lockstep
{

/// OpenCL C that stands in for what Oclgrind does wrong, or nothing for a program that does not use it:
/// - its convert_T_rtn and convert_T_rtp to integers round each as the other should (convert_int_rtn(-1.6f) gives -1):
///   they become floor or ceil and a plain conversion, which is what OpenCL C defines them to be;
/// - in 21.10 a switch over what the optimiser knows to be small, as x % 4 of a uint, takes the wrong case, since a value of
///   two bits is not cut to two bits: what is switched over goes through a call that tells the optimiser nothing.
/// On a version without these faults it changes no result.
/// @param source of the program. @param options it is built with. @param version what the device says,
/// "OpenCL 3.0 (Oclgrind 26.03.1)": 26.03 has the first fault, and its compiler makes no such switch.
std::string simulator_prelude(std::string_view source, std::string_view options, std::string_view version);

} // namespace lockstep
