// Floats of 16 bits.
#include "machine/functions.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace lockstep::pocket
{

namespace
{

float float_of(std::uint32_t bits)
{
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

} // namespace

float half_to_float(std::uint16_t bits)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U,
                        exponent = bits >> 10U & 31U, fraction = bits & 0x3ffU;
    if (exponent == 31) return float_of(sign | 0x7f800000U | fraction << 13U);
    if (exponent != 0) return float_of(sign | (exponent + 112U) << 23U | fraction << 13U);
    const float small = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -small : small;
}

std::uint16_t half_from(double value, int how)
{
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00U);
    const double size = std::fabs(value);
    if (std::isinf(value)) return static_cast<std::uint16_t>(sign | 0x7c00U);
    const int exponent = size == 0 ? -14 : std::max(std::ilogb(size), -14);
    const double unit = std::ldexp(1.0, exponent - 10), parts = size / unit;
    double whole = std::floor(parts);
    const double rest = parts - whole;
    const bool up = how == 0   ? rest > 0.5 || (rest == 0.5 && std::fmod(whole, 2.0) == 1.0)
                    : how == 2 ? rest > 0 && sign == 0
                    : how == 3 ? rest > 0 && sign != 0
                               : false;
    if (up) whole += 1;
    const double rounded = whole * unit;
    if (rounded > 65504.0) {
        const bool stays = how == 1 || (how == 2 && sign != 0) || (how == 3 && sign == 0);
        return static_cast<std::uint16_t>(sign | (stays ? 0x7bffU : 0x7c00U));
    }
    if (rounded < 0x1p-14) return static_cast<std::uint16_t>(sign | static_cast<unsigned>(rounded / 0x1p-24));
    const int final = std::ilogb(rounded);
    const auto fraction = static_cast<unsigned>(std::ldexp(rounded, 10 - final)) & 0x3ffU;
    return static_cast<std::uint16_t>(sign | static_cast<unsigned>(final + 15) << 10U | fraction);
}

} // namespace lockstep::pocket
