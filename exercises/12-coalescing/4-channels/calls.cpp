// What the tests call of channels.cpp, for a judge that stands outside of its process.
#include "channels.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] std::uint64_t channel_of(std::uint64_t address, const Memory& memory)
{
    return call<channel_of>(address, memory);
}

[[gnu::weak]] std::uint64_t busiest_channel(std::uint64_t address, std::uint64_t pitch_bytes,
                                            std::uint64_t rows, const Memory& memory)
{
    return call<busiest_channel>(address, pitch_bytes, rows, memory);
}

[[gnu::weak]] std::uint64_t spreading_pitch(std::uint64_t address, std::uint64_t row_bytes,
                                            std::uint64_t rows, const Memory& memory)
{
    return call<spreading_pitch>(address, row_bytes, rows, memory);
}
