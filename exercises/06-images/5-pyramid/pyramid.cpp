// All levels of a picture's pyramid.
#include "pyramid.hpp"

std::vector<cl::Image2D> build_pyramid(const cl::CommandQueue& queue, cl::Kernel& next_level,
                                       const cl::Image2D& picture)
{
    // Your code here.
    return {picture};
}
