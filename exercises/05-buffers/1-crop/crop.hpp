// A window of a picture in device memory, fetched by one command. crop.cpp defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>

/// A part of a picture, in pixels. It has at least one column and one row, and all of it lies in the picture.
struct Window
{
    std::size_t x; ///< its first column
    std::size_t y; ///< its first row
    std::size_t columns;
    std::size_t rows;
};

/// Reads a window of a picture of floats to the host.
/// @param picture row after row: pixel (x, y) is float number y * pitch + x of the buffer.
/// @param pitch floats from the beginning of one row to the beginning of the next.
/// @param out receives window.rows rows of window.columns floats, with nothing between the rows. It is complete when the
/// function returns.
void read_window(const cl::CommandQueue& queue, const cl::Buffer& picture, std::size_t pitch,
                 const Window& window, float* out);
