// The function that brighten.cpp defines.
#pragma once

#include <CL/opencl.h>

#include <cstddef>

/// Brightens rows of a picture of the host on a device, and returns when they are brightened.
/// @param program has been built and holds kernel void brighten(global float* values, float factor, uint n), which
/// multiplies the first n values, one work-item for each.
/// @param picture columns × rows floats. The `count` rows from row `first` on are replaced by the result; all others
/// stay as they are.
/// @return false, with the picture as it was, when count is 0, when not all of these rows are the picture's, or when
/// the program has no such kernel. Whatever it returns, no object that it made is left.
bool brighten_rows(cl_command_queue queue, cl_program program, float* picture, std::size_t columns,
                   std::size_t rows, std::size_t first, std::size_t count, float factor);
