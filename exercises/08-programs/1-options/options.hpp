// The build options of a kernel that smooths. options.cpp defines the function.
#pragma once

#include <string>

/// Options for clBuildProgram that make two macros, and nothing else: RADIUS, an int of this value, and SCALE, a float with exactly the
/// bits of `scale`.
/// @param radius 0 or more. @param scale any finite float.
std::string smoothing_options(int radius, float scale);
