/// Pictures of grey pixels as PNG, for figures that move.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace figures
{

/// Frames of one size, as a browser can step through them.
struct Film
{
    int columns = 0; ///< of a frame
    int rows = 0;
    int frames = 0;
    std::vector<std::uint8_t> grey; ///< row after row, frame after frame

    std::size_t frame_bytes() const
    {
        return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    }
    std::uint8_t& at(int frame, int column, int row)
    {
        return grey[static_cast<std::size_t>(frame) * frame_bytes() +
                    static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                    static_cast<std::size_t>(column)];
    }
};

/// All black.
Film empty_film(int columns, int rows, int frames);

/// One frame as a PNG in a "data:" address. Throws std::runtime_error when it cannot be compressed.
std::string data_address(const Film& film, int frame);

} // namespace figures
