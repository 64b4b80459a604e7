// The choice of an image format. format.cpp defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <optional>
#include <vector>

/// The first of `wishes` that images of this context may have.
/// @param flags what kernels do with the image: CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY or CL_MEM_READ_WRITE.
/// @param type what kind of image it is, for example CL_MEM_OBJECT_IMAGE2D.
/// @param wishes formats in the order in which the program prefers them; there may be none.
/// @return nothing when OpenCL supports none of them for these flags and this kind of image.
/// @throws cl::Error when OpenCL cannot be asked.
std::optional<cl::ImageFormat> choose_format(const cl::Context& context, cl_mem_flags flags,
                                             cl_mem_object_type type,
                                             const std::vector<cl::ImageFormat>& wishes);
