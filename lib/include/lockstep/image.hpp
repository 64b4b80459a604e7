// Grey and colour pictures in host memory, read from and written to PNG.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace lockstep
{

/// A picture of `columns` × `rows` pixels, row after row from the top, `channels` bytes a pixel.
struct Picture
{
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::size_t channels = 1; ///< 1 grey, 3 RGB, 4 RGBA
    std::vector<std::uint8_t> bytes;

    std::uint8_t& at(std::size_t column, std::size_t row, std::size_t channel = 0)
    {
        return bytes[(row * columns + column) * channels + channel];
    }
    std::uint8_t at(std::size_t column, std::size_t row, std::size_t channel = 0) const
    {
        return bytes[(row * columns + column) * channels + channel];
    }
};

/// Reads a PNG (or any format stb_image knows) with the given number of channels (1, 3 or 4).
/// @throws Failure naming the file and stb's reason.
Picture read_picture(const std::filesystem::path& file, std::size_t channels = 1);

/// Writes a PNG. @throws Failure when the file cannot be written or the sizes do not agree.
void write_png(const std::filesystem::path& file, const Picture& picture);

/// Writes an animated PNG, which browsers show as a film that begins again and programs that know only PNG as its first picture.
/// @param frames pictures of one size with three channels, at least one
/// @param frame_ms how long each is seen
/// @throws Failure when the file cannot be written or the sizes do not agree.
/// Source: W3C, Portable Network Graphics (PNG) Specification, third edition, section 11.3.4 (acTL, fcTL, fdAT).
void write_film(const std::filesystem::path& file, const std::vector<Picture>& frames, unsigned frame_ms);

} // namespace lockstep
