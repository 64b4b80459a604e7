// Sprites: small pictures, cut from an image and laid into another one on the device. sprites.cpp defines the functions.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <vector>

/// The size of a sprite in pixels, at least 1 × 1.
struct Cell
{
    std::size_t columns;
    std::size_t rows;
};

/// A pixel of an image.
struct Place
{
    std::size_t x;
    std::size_t y;
};

/// Cuts a sheet into its cells and enqueues one copy for each. The cells lie side by side, beginning at the sheet's corner
/// (0, 0). They are numbered along the first row of cells, then along the second; what is left over at the right and at the bottom, and is
/// not a whole cell, is no sprite. The copies need not have finished when the function returns.
/// @param sprites receives sprite after sprite, each row by row, with nothing in between. It is large enough.
/// @return how many sprites there are.
std::size_t cut_sprites(const cl::CommandQueue& queue, const cl::Image2D& sheet, const Cell& cell,
                        const cl::Buffer& sprites);

/// Lays sprites side by side, from left to right, into an image, by one copy for each. The copies need not have finished when
/// the function returns.
/// @param sprites as cut_sprites leaves them, of an image with the same format as `picture`.
/// @param numbers which ones, in this order; one may occur several times.
/// @param at where the corner of the first one comes. All of them fit into the picture.
void lay_sprites(const cl::CommandQueue& queue, const cl::Buffer& sprites, const Cell& cell,
                 const std::vector<std::size_t>& numbers, const cl::Image2D& picture, const Place& at);
