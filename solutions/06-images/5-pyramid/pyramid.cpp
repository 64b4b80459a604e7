// All levels of a picture's pyramid.
#include "pyramid.hpp"

#include <algorithm>

std::vector<cl::Image2D> build_pyramid(const cl::CommandQueue& queue, cl::Kernel& next_level,
                                       const cl::Image2D& picture)
{
    const auto context = queue.getInfo<CL_QUEUE_CONTEXT>();
    const cl_image_format its = picture.getImageInfo<CL_IMAGE_FORMAT>();
    const cl::ImageFormat format{its.image_channel_order, its.image_channel_data_type};
    std::size_t columns = picture.getImageInfo<CL_IMAGE_WIDTH>();
    std::size_t rows = picture.getImageInfo<CL_IMAGE_HEIGHT>();
    std::vector<cl::Image2D> levels{picture};
    while (columns > 1 || rows > 1) {
        columns = std::max<std::size_t>(1, columns / 2);
        rows = std::max<std::size_t>(1, rows / 2);
        const cl::Image2D level{context, CL_MEM_READ_WRITE, format, columns, rows};
        next_level.setArg(0, levels.back());
        next_level.setArg(1, level);
        queue.enqueueNDRangeKernel(next_level, cl::NullRange, cl::NDRange(columns, rows));
        levels.push_back(level);
    }
    return levels;
}
