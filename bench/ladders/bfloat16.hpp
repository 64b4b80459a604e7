// Numbers of bfloat16 on the host.
#pragma once

#include <CL/cl.h>

#include <bit>
#include <cstdint>

namespace lockstep::bench
{

/// The upper half of a float, rounded to the nearest one, to the even one of two.
inline cl_ushort bfloat16_of(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<cl_ushort>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
}

/// The float that it is.
inline float wide(cl_ushort number)
{
    return std::bit_cast<float>(std::uint32_t{number} << 16U);
}

} // namespace lockstep::bench
