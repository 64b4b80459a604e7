// How addresses are dealt to memory channels, and how far apart rows must be to use all of them.
// channels.cpp defines the functions.
#pragma once

#include <cstdint>

/// A memory of several channels that take blocks of addresses in turn. Address 0 begins a block of channel 0.
struct Memory
{
    std::uint64_t block_bytes; ///< a multiple of 32, at least 32
    std::uint64_t channels;    ///< at least 1; not always a power of two
};

/// The channel that has the byte at `address`, from 0 to channels - 1.
std::uint64_t channel_of(std::uint64_t address, const Memory& memory);

/// How many reads the busiest channel gets when one byte is read at address, address + pitch_bytes, and so on,
/// `rows` times.
/// @param rows at least 1.
std::uint64_t busiest_channel(std::uint64_t address, std::uint64_t pitch_bytes, std::uint64_t rows,
                              const Memory& memory);

/// The smallest multiple of 32 that is at least row_bytes and with which the busiest channel gets no more than
/// its share, rows / channels rounded up.
/// @param address where the first row begins, in bytes.
/// @param rows at least 1.
std::uint64_t spreading_pitch(std::uint64_t address, std::uint64_t row_bytes, std::uint64_t rows,
                              const Memory& memory);
