// A pyramid of pictures. pyramid.cpp defines the function, and pyramid.cl the kernel that it is given.
#pragma once

#include <CL/opencl.hpp>

#include <vector>

/// Makes all levels of a picture's pyramid, on the device. Each level after the first is a new image with the format of the
/// picture, which kernels may read and write, made by one launch from the level before it. Where that has n columns, it has max(1, n / 2), rounded down; rows
/// likewise. The last level has one pixel. The launches need not have finished when the function returns.
/// @param queue in order.
/// @param next_level a kernel with the parameters (read_only image2d_t in, write_only image2d_t out), which makes the
/// level `out` from the level `in`, one work-item a pixel of `out`; more work-items do no harm.
/// @param picture of one or more floats a pixel. It stays as it is.
/// @return the levels from the largest to the smallest. The first is the picture itself.
std::vector<cl::Image2D> build_pyramid(const cl::CommandQueue& queue, cl::Kernel& next_level,
                                       const cl::Image2D& picture);
