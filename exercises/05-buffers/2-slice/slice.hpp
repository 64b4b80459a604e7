// A plane of a volume, copied on the device by one command. slice.cpp defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>

/// A volume of floats without gaps: element (x, y, z) is float number (z * rows + y) * columns + x of its buffer.
struct Volume
{
    std::size_t columns; ///< along x
    std::size_t rows;    ///< along y
    std::size_t slices;  ///< along z
};

enum class Axis
{
    x,
    y,
    z
};

/// Enqueues one command that copies all elements whose coordinate along `across` is `at`. It need not have finished when
/// the function returns.
/// @param plane where they go, without gaps. Across z: row y of the plane has the elements with that y, x along the row.
/// Across y: row z, x along the row. Across x: row z, y along the row.
void copy_plane(const cl::CommandQueue& queue, const cl::Buffer& volume, const Volume& size, Axis across,
                std::size_t at, const cl::Buffer& plane);
