// Sprites, cut from an image and laid into another one on the device.
#include "sprites.hpp"

namespace
{

/// The bytes of a sprite, whose pixels have the format of `image`.
std::size_t sprite_bytes(const cl::Image2D& image, const Cell& cell)
{
    return image.getImageInfo<CL_IMAGE_ELEMENT_SIZE>() * cell.columns * cell.rows;
}

} // namespace

std::size_t cut_sprites(const cl::CommandQueue& queue, const cl::Image2D& sheet, const Cell& cell,
                        const cl::Buffer& sprites)
{
    const std::size_t across = sheet.getImageInfo<CL_IMAGE_WIDTH>() / cell.columns;
    const std::size_t down = sheet.getImageInfo<CL_IMAGE_HEIGHT>() / cell.rows;
    const std::size_t bytes = sprite_bytes(sheet, cell);
    for (std::size_t n = 0; n < across * down; ++n)
        queue.enqueueCopyImageToBuffer(sheet, sprites, {n % across * cell.columns, n / across * cell.rows, 0},
                                       {cell.columns, cell.rows, 1}, n * bytes);
    return across * down;
}

void lay_sprites(const cl::CommandQueue& queue, const cl::Buffer& sprites, const Cell& cell,
                 const std::vector<std::size_t>& numbers, const cl::Image2D& picture, const Place& at)
{
    const std::size_t bytes = sprite_bytes(picture, cell);
    std::size_t x = at.x;
    for (const std::size_t number : numbers) {
        queue.enqueueCopyBufferToImage(sprites, picture, number * bytes, {x, at.y, 0},
                                       {cell.columns, cell.rows, 1});
        x += cell.columns;
    }
}
