// rejected by: correct, where the first row begins matters
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
    (void)address;
    std::uint64_t pitch = (row_bytes + 31) / 32 * 32;
    while (busiest_channel(0, pitch, rows, memory) > share) pitch += 32;
    return pitch;
}
