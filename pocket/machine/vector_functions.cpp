// Functions that are of whole vectors, or of bits.
#include "machine/function_table.hpp"

#include <cmath>
#include <limits>

namespace lockstep::pocket
{

double real_at(const void* from, Scalar scalar, std::size_t i)
{
    if (scalar == Scalar::f64) return static_cast<const double*>(from)[i];
    if (scalar == Scalar::f32) return static_cast<double>(static_cast<const float*>(from)[i]);
    return static_cast<double>(half_to_float(static_cast<const std::uint16_t*>(from)[i]));
}

void set_real(void* to, Scalar scalar, std::size_t i, double value)
{
    if (scalar == Scalar::f64)
        static_cast<double*>(to)[i] = value;
    else if (scalar == Scalar::f32)
        static_cast<float*>(to)[i] = static_cast<float>(value);
    else
        static_cast<std::uint16_t*>(to)[i] = half_from(value);
}

std::int64_t whole_at(const void* from, Scalar scalar, std::size_t i)
{
    switch (scalar) {
    case Scalar::i8:
        return static_cast<const std::int8_t*>(from)[i];
    case Scalar::boolean:
    case Scalar::u8:
        return static_cast<const std::uint8_t*>(from)[i];
    case Scalar::i16:
        return static_cast<const std::int16_t*>(from)[i];
    case Scalar::f16:
    case Scalar::u16:
        return static_cast<const std::uint16_t*>(from)[i];
    case Scalar::i32:
        return static_cast<const std::int32_t*>(from)[i];
    case Scalar::f32:
    case Scalar::u32:
        return static_cast<const std::uint32_t*>(from)[i];
    default:
        return static_cast<const std::int64_t*>(from)[i];
    }
}

void set_whole(void* to, Scalar scalar, std::size_t i, std::int64_t value)
{
    switch (size_of(scalar)) {
    case 1:
        static_cast<std::uint8_t*>(to)[i] = static_cast<std::uint8_t>(value);
        break;
    case 2:
        static_cast<std::uint16_t*>(to)[i] = static_cast<std::uint16_t>(value);
        break;
    case 4:
        static_cast<std::uint32_t*>(to)[i] = static_cast<std::uint32_t>(value);
        break;
    default:
        static_cast<std::uint64_t*>(to)[i] = static_cast<std::uint64_t>(value);
    }
}

namespace
{

bool holds(const std::string& name, double a, double b)
{
    if (name == "isequal") return a == b;
    if (name == "isnotequal") return a != b;
    if (name == "isgreater") return a > b;
    if (name == "isgreaterequal") return a >= b;
    if (name == "isless") return a < b;
    if (name == "islessequal") return a <= b;
    if (name == "islessgreater") return a < b || a > b;
    if (name == "isordered") return !std::isnan(a) && !std::isnan(b);
    if (name == "isunordered") return std::isnan(a) || std::isnan(b);
    if (name == "isfinite") return std::isfinite(a);
    if (name == "isinf") return std::isinf(a);
    if (name == "isnan") return std::isnan(a);
    return std::signbit(a);
}

bool is_normal(double a, Scalar scalar)
{
    const double smallest = scalar == Scalar::f16 ? 0x1p-14 : scalar == Scalar::f32 ? 0x1p-126 : 0x1p-1022;
    return std::isfinite(a) && std::fabs(a) >= smallest;
}

void of_vectors(const std::string& name, const Elements& e)
{
    const unsigned width = e.width, count = e.components;
    for (unsigned lane = 0; lane < width; ++lane) {
        const auto a = [&](unsigned c) { return real_at(e.a, e.scalar, c * width + lane); };
        const auto b = [&](unsigned c) { return real_at(e.b, e.scalar, c * width + lane); };
        if (name == "cross") {
            for (unsigned c = 0; c < 3; ++c) {
                const unsigned n = (c + 1) % 3, m = (c + 2) % 3;
                set_real(e.out, e.result, c * width + lane, a(n) * b(m) - a(m) * b(n));
            }
            if (count == 4) set_real(e.out, e.result, 3 * width + lane, 0.0);
            continue;
        }
        double sum = 0;
        const bool apart = name.ends_with("distance"), product = name == "dot";
        for (unsigned c = 0; c < count; ++c) {
            const double one = apart ? a(c) - b(c) : a(c);
            sum += product ? one * b(c) : one * one;
        }
        if (name.ends_with("normalize")) {
            const double size = std::sqrt(sum);
            for (unsigned c = 0; c < count; ++c)
                set_real(e.out, e.result, c * width + lane, sum == 0 ? a(c) : a(c) / size);
        } else {
            set_real(e.out, e.result, lane, product ? sum : std::sqrt(sum));
        }
    }
}

} // namespace

// Functions that are known by their names alone. @return false for another.
bool computed_by_name(const std::string& name, const Elements& e)
{
    const std::size_t count = std::size_t{e.components} * e.width;
    if (name.starts_with("is") || name == "signbit") {
        const std::int64_t yes = e.components > 1 ? -1 : 1;
        for (std::size_t i = 0; i < count; ++i) {
            const double a = real_at(e.a, e.scalar, i), b = e.b != nullptr ? real_at(e.b, e.scalar, i) : 0.0;
            set_whole(e.out, e.result, i,
                      (name == "isnormal" ? is_normal(a, e.scalar) : holds(name, a, b)) ? yes : 0);
        }
        return true;
    }
    if (name == "any" || name == "all") {
        for (unsigned lane = 0; lane < e.width; ++lane) {
            bool any = false, all = true;
            for (unsigned c = 0; c < e.components; ++c) {
                const bool top = whole_at(e.a, integer_like(e.scalar, true), c * e.width + lane) < 0;
                any = any || top;
                all = all && top;
            }
            set_whole(e.out, e.result, lane, (name == "any" ? any : all) ? 1 : 0);
        }
        return true;
    }
    if (name == "bitselect") {
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t a = whole_at(e.a, e.scalar, i), b = whole_at(e.b, e.scalar, i),
                               c = whole_at(e.c, e.scalar, i);
            set_whole(e.out, e.result, i, (a & ~c) | (b & c));
        }
        return true;
    }
    if (name == "nan") {
        for (std::size_t i = 0; i < count; ++i)
            set_real(e.out, e.result, i, std::numeric_limits<double>::quiet_NaN());
        return true;
    }
    if (name == "dot" || name == "cross" || name.ends_with("length") || name.ends_with("distance") ||
        name.ends_with("normalize")) {
        of_vectors(name, e);
        return true;
    }
    return false;
}

} // namespace lockstep::pocket
