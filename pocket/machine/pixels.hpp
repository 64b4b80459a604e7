// Pixels in memory, as the machine's functions of images read and write them.
#pragma once

#include "machine/machine.hpp"

#include <cstdint>

namespace lockstep::pocket
{

/// A pixel's components as kernels see them: red, green, blue, alpha.
struct Pixel
{
    double real[4] = {0, 0, 0, 0};
    std::int64_t whole[4] = {0, 0, 0, 0};
};

/// How many channels a pixel of that order has, as OpenCL numbers orders.
unsigned channels_of(std::uint32_t order);

/// How large a channel of that type is, as OpenCL numbers types.
std::size_t channel_bytes(std::uint32_t type);

/// Writes one channel: `real` where the type is of floats or of shares of 1, else `whole`.
void set_channel(std::byte* to, std::uint32_t type, double real, std::int64_t whole);

/// The pixel at a place within the image.
Pixel pixel_at(const Picture& image, std::size_t x, std::size_t y, std::size_t z);

/// What lies beyond the rim where the sampler clamps to a border.
Pixel border_of(const Picture& image);

/// A coordinate as a whole number; what is far beyond any image is beyond it still, and what is no number is 0.
std::int64_t whole_coordinate(double at);

} // namespace lockstep::pocket
