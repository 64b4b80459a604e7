// The choice of an image format.
#include "format.hpp"

std::optional<cl::ImageFormat> choose_format(const cl::Context& context, cl_mem_flags flags,
                                             cl_mem_object_type type,
                                             const std::vector<cl::ImageFormat>& wishes)
{
    std::vector<cl::ImageFormat> supported;
    context.getSupportedImageFormats(flags, type, &supported);
    for (const cl::ImageFormat& wish : wishes)
        for (const cl::ImageFormat& format : supported)
            if (format.image_channel_order == wish.image_channel_order &&
                format.image_channel_data_type == wish.image_channel_data_type)
                return wish;
    return std::nullopt;
}
