// How addresses are dealt to memory channels, and how far apart rows must be to use all of them.
#include "channels.hpp"

std::uint64_t channel_of(std::uint64_t address, const Memory& memory)
{
    // Your code here.
    return address % memory.channels;
}

std::uint64_t busiest_channel(std::uint64_t address, std::uint64_t pitch_bytes, std::uint64_t rows,
                              const Memory& memory)
{
    // Your code here.
    return rows;
}

std::uint64_t spreading_pitch(std::uint64_t address, std::uint64_t row_bytes, std::uint64_t rows,
                              const Memory& memory)
{
    // Your code here.
    return row_bytes;
}
