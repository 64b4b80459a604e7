// What pipeline.cpp defines.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <vector>

/// The text of the three kernels, whose promises stand above them.
const char* kernels();

/// Halves a scanned picture and takes from each row its mean, which makes up for a lamp that fades on its way.
/// @param transfers,work two queues in order: the first for what is copied, the second for kernels. The host waits once, for
/// the result; that the copy back comes after the kernels is said by an event, and a queue is flushed whose event another
/// waits for.
/// @param program of kernels that keep the promises in kernels(), built.
/// @param picture columns × rows pixels, from 0 to 65,535. Both are at least 2, and columns at most 65,535, so that an int holds the
/// sum of a row.
/// @return (columns / 2) × (rows / 2) pixels.
std::vector<cl_int> even_out(const cl::Context& context, const cl::CommandQueue& transfers,
                             const cl::CommandQueue& work, const cl::Program& program,
                             const std::vector<cl_int>& picture, std::size_t columns, std::size_t rows);
