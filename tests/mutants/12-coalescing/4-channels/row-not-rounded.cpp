// rejected by: correct, a pitch is a multiple of 32 bytes
#include "channels.hpp"

#include <algorithm>
#include <vector>

std::uint64_t channel_of(std::uint64_t address, const Memory& memory)
{
    return address / memory.block_bytes % memory.channels;
}

std::uint64_t busiest_channel(std::uint64_t address, std::uint64_t pitch_bytes, std::uint64_t rows,
                              const Memory& memory)
{
    std::vector<std::uint64_t> reads(memory.channels);
    for (std::uint64_t row = 0; row < rows; ++row) ++reads[channel_of(address + row * pitch_bytes, memory)];
    return *std::max_element(reads.begin(), reads.end());
}

std::uint64_t spreading_pitch(std::uint64_t address, std::uint64_t row_bytes, std::uint64_t rows,
                              const Memory& memory)
{
    const std::uint64_t share = (rows + memory.channels - 1) / memory.channels;
    std::uint64_t pitch = row_bytes;
    while (busiest_channel(address, pitch, rows, memory) > share) pitch += 32;
    return pitch;
}
