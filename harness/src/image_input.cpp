// Images for tests of exercises.
#include "lockstep/image_input.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep
{

cl::Image2D image_of_bytes(const cl::ImageFormat& format, const Extent& extent,
                           std::span<const std::byte> bytes)
{
    const Exercise& exercise = Exercise::get();
    cl::Image2D image{exercise.context(), CL_MEM_READ_WRITE, format, extent.columns, extent.rows};
    exercise.queue().enqueueWriteImage(image, CL_TRUE, {0, 0, 0}, {extent.columns, extent.rows, 1}, 0, 0,
                                       bytes.data());
    return image;
}

bool has_images_of(const cl::ImageFormat& format)
{
    std::vector<cl::ImageFormat> supported;
    Exercise::get().context().getSupportedImageFormats(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, &supported);
    return std::any_of(supported.begin(), supported.end(), [&](const cl::ImageFormat& one) {
        return one.image_channel_order == format.image_channel_order &&
               one.image_channel_data_type == format.image_channel_data_type;
    });
}

std::vector<std::byte> bytes_of_image(const cl::Image2D& image)
{
    const Extent extent = extent_of(image);
    std::vector<std::byte> bytes(image.getImageInfo<CL_IMAGE_ELEMENT_SIZE>() * extent.pixels());
    Exercise::get().queue().enqueueReadImage(image, CL_TRUE, {0, 0, 0}, {extent.columns, extent.rows, 1}, 0,
                                             0, bytes.data());
    return bytes;
}

Extent extent_of(const cl::Image2D& image)
{
    return {image.getImageInfo<CL_IMAGE_WIDTH>(), image.getImageInfo<CL_IMAGE_HEIGHT>()};
}

cl::Image2D image_output(const cl::ImageFormat& format, const Extent& extent)
{
    constexpr std::size_t largest_pixel = 16; // bytes: four channels of 32 bits
    return image_of_bytes(format, extent, poisoned(largest_pixel * extent.pixels()));
}

std::string told_extent(const Extent& extent)
{
    return fmt::format(
        "#define get_image_width(image) ((int){0})\n#define get_image_height(image) ((int){1})\n"
        "#define get_image_dim(image) ((int2)({0}, {1}))\n",
        extent.columns, extent.rows);
}

} // namespace lockstep
