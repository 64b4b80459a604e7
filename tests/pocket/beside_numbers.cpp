// The numbers that two devices compute with, and how far apart their results are.
#include "beside_numbers.hpp"

#include "beside_calls.hpp"
#include "machine/functions.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace lockstep::pocket::test
{

namespace
{

constexpr std::size_t scalars = static_cast<std::size_t>(Scalar::f64) + 1;

template <typename T>
T read(const Bytes& from, std::size_t at)
{
    T value;
    std::memcpy(&value, from.data() + at, sizeof value);
    return value;
}

// Floats in order, one step a number.
template <typename Whole, typename Real>
long double step_of(Real value)
{
    Whole bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? std::numeric_limits<Whole>::min() - bits : bits;
}

} // namespace

std::size_t input_at(Scalar scalar, std::size_t argument)
{
    return (static_cast<std::size_t>(scalar) * 3 + argument) * room;
}

double number_at(const Bytes& from, Scalar scalar, std::size_t at)
{
    switch (scalar) {
    case Scalar::f64:
        return read<double>(from, at);
    case Scalar::f32:
        return static_cast<double>(read<float>(from, at));
    case Scalar::f16:
        return static_cast<double>(half_to_float(read<std::uint16_t>(from, at)));
    case Scalar::i8:
        return read<std::int8_t>(from, at);
    case Scalar::i16:
        return read<std::int16_t>(from, at);
    case Scalar::i32:
        return read<std::int32_t>(from, at);
    case Scalar::i64:
        return static_cast<double>(read<std::int64_t>(from, at));
    default:
        std::uint64_t value = 0;
        std::memcpy(&value, from.data() + at, size_of(scalar));
        return static_cast<double>(value);
    }
}

double steps_apart(double x, double y, Scalar scalar)
{
    if (std::isnan(x) && std::isnan(y)) return 0;
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::infinity();
    if (x == 0 && y == 0) return std::signbit(x) == std::signbit(y) ? 0 : any_zero;
    if (scalar == Scalar::f16) return x == y ? 0 : 1;
    return static_cast<double>(std::fabs(scalar == Scalar::f64
                                             ? step_of<std::int64_t>(x) - step_of<std::int64_t>(y)
                                             : step_of<std::int32_t>(static_cast<float>(x)) -
                                                   step_of<std::int32_t>(static_cast<float>(y))));
}

// Each special number with each, then numbers of four kinds: any bits, small ones with fractions, ones with halves of all sizes, fractions.
Bytes inputs()
{
    const double inf = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> reals{0.0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.5,
                                    -0.5,
                                    1.5,
                                    2.5,
                                    2,
                                    -2,
                                    3,
                                    -3,
                                    10,
                                    -7.25,
                                    127.5,
                                    255.5,
                                    -128.5,
                                    32767.5,
                                    1e-3,
                                    0x1p31,
                                    -0x1p31,
                                    0x1p63,
                                    0x1p-149,
                                    -0x1p-149,
                                    0x1.8p-130,
                                    0x1p-126,
                                    -0x1.fffffep127,
                                    0x1.fffffep127,
                                    0x1p-1074,
                                    inf,
                                    -inf,
                                    nan};
    const std::vector<std::int64_t> integers{0,  1,  2,  3,   5,   7,  8,  15, 16, 31,
                                             32, 63, 64, 100, 127, -1, -2, -3, -8, -127};
    Bytes all(scalars * 3 * room);
    std::mt19937_64 chance{57};
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>{low, high}(chance);
    };
    for (std::size_t s = 0; s < scalars; ++s)
        for (std::size_t argument = 0; argument < 3; ++argument)
            for (std::size_t i = 0; i < count; ++i) {
                const auto scalar = static_cast<Scalar>(s);
                const std::size_t size = size_of(scalar), which = argument == 0   ? i
                                                                  : argument == 1 ? i / 32
                                                                                  : i / 7 + i % 3;
                unsigned char* const to = all.data() + input_at(scalar, argument) + i * size;
                const std::uint64_t any = chance();
                std::memcpy(to, &any, size);
                if (is_float(scalar) && scalar != Scalar::f16) {
                    const auto exponent = static_cast<int>(between(-40, 70));
                    const double value = i < 1024     ? reals[which % 32]
                                         : i % 4 == 1 ? between(-16, 16)
                                         : i % 4 == 2 ? std::round(std::ldexp(between(-1, 1), exponent)) / 2
                                                      : between(-1, 1);
                    const auto single = static_cast<float>(value);
                    if (i >= 1024 && i % 4 == 0) continue;
                    if (scalar == Scalar::f64)
                        std::memcpy(to, &value, size);
                    else
                        std::memcpy(to, &single, size);
                } else if (scalar != Scalar::f16) {
                    const auto least = static_cast<std::int64_t>(
                        std::uint64_t{1} << (8 * size - 1)); // or the most of unsigned ones' half
                    const std::int64_t special = which % 32 < 20
                                                     ? integers[which % 32]
                                                     : least + static_cast<std::int64_t>(which % 32) - 26;
                    const auto small = static_cast<std::int64_t>(any % 81) - 40;
                    const auto shifted = static_cast<std::int64_t>(any >> (any % 64));
                    const std::int64_t value = i < 1024     ? special
                                               : i % 4 == 1 ? small
                                               : i % 4 == 2 ? shifted
                                                            : least + small;
                    if (i < 1024 || i % 4 != 0) std::memcpy(to, &value, size);
                }
            }
    return all;
}

} // namespace lockstep::pocket::test
