// Sprites, cut from an image and laid into another one on the device.
#include "sprites.hpp"

std::size_t cut_sprites(const cl::CommandQueue& queue, const cl::Image2D& sheet, const Cell& cell,
                        const cl::Buffer& sprites)
{
    // Your code here.
    return 0;
}

void lay_sprites(const cl::CommandQueue& queue, const cl::Buffer& sprites, const Cell& cell,
                 const std::vector<std::size_t>& numbers, const cl::Image2D& picture, const Place& at)
{
    // Your code here.
}
