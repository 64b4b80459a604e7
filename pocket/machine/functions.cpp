#include "machine/functions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <vector>

namespace lockstep::pocket
{

namespace
{

constexpr double pi = 3.14159265358979323846;

using Real1 = double (*)(double);
using Real2 = double (*)(double, double);
using Real3 = double (*)(double, double, double);
using Whole1 = std::int64_t (*)(std::int64_t, Scalar);
using Whole2 = std::int64_t (*)(std::int64_t, std::int64_t, Scalar);
using Whole3 = std::int64_t (*)(std::int64_t, std::int64_t, std::int64_t, Scalar);

struct Entry
{
    std::string name;
    Real1 real1 = nullptr;
    Real2 real2 = nullptr;
    Real3 real3 = nullptr;
    Whole1 whole1 = nullptr;
    Whole2 whole2 = nullptr;
    Whole3 whole3 = nullptr;
};

double sign_of(double x)
{
    return std::isnan(x) ? 0.0 : x > 0 ? 1.0 : x < 0 ? -1.0 : x;
}

// Even powers of two's multiples of pi are exact.
double sine_of_pi(double x)
{
    if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
    const double turn = std::remainder(x, 2.0);
    if (turn == 0 || std::fabs(turn) == 1) return std::copysign(0.0, x);
    return std::sin(pi * turn);
}

double cosine_of_pi(double x)
{
    if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
    const double turn = std::fabs(std::remainder(x, 2.0));
    return turn == 0.5 ? 0.0 : std::cos(pi * turn);
}

double smaller(double x, double y)
{
    return std::fmin(x, y);
}

unsigned bits_of(Scalar scalar)
{
    return static_cast<unsigned>(8 * size_of(scalar));
}

std::int64_t least(Scalar scalar)
{
    return !is_signed(scalar) ? 0 : static_cast<std::int64_t>(~std::uint64_t{0} << (bits_of(scalar) - 1));
}

std::uint64_t most(Scalar scalar)
{
    const unsigned bits = bits_of(scalar) - (is_signed(scalar) ? 1U : 0U);
    return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

__extension__ using Wide = __int128;

Wide widened(std::int64_t value, Scalar scalar)
{
    return is_signed(scalar) ? Wide{value} : Wide{static_cast<std::uint64_t>(value)};
}

std::int64_t saturated(Wide value, Scalar scalar)
{
    if (value < Wide{least(scalar)}) return least(scalar);
    if (value > Wide{most(scalar)}) return static_cast<std::int64_t>(most(scalar));
    return static_cast<std::int64_t>(value);
}

bool less(std::int64_t a, std::int64_t b, Scalar scalar)
{
    return is_signed(scalar) ? a < b : static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
}

std::int64_t times_high(std::int64_t a, std::int64_t b, Scalar scalar)
{
    if (bits_of(scalar) < 64)
        return static_cast<std::int64_t>((widened(a, scalar) * widened(b, scalar)) >> bits_of(scalar));
    if (is_signed(scalar)) return static_cast<std::int64_t>((Wide{a} * Wide{b}) >> 64);
    __extension__ using Large = unsigned __int128;
    return static_cast<std::int64_t>(
        (Large{static_cast<std::uint64_t>(a)} * Large{static_cast<std::uint64_t>(b)}) >> 64);
}

std::int64_t low_24(std::int64_t value, Scalar scalar)
{
    return is_signed(scalar) ? static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << 40U) >> 40
                             : value & 0xffffff;
}

std::uint64_t plain(std::int64_t value, Scalar scalar)
{
    const unsigned bits = bits_of(scalar);
    return bits == 64 ? static_cast<std::uint64_t>(value)
                      : static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << bits) - 1);
}

std::vector<Entry> make_table()
{
    std::vector<Entry> all;
    const auto real1 = [&](const char* name, Real1 f) { all.push_back({.name = name, .real1 = f}); };
    const auto real2 = [&](const char* name, Real2 f) { all.push_back({.name = name, .real2 = f}); };
    const auto real3 = [&](const char* name, Real3 f) { all.push_back({.name = name, .real3 = f}); };
    const auto whole1 = [&](const char* name, Whole1 f) { all.push_back({.name = name, .whole1 = f}); };
    const auto whole2 = [&](const char* name, Whole2 f) { all.push_back({.name = name, .whole2 = f}); };
    const auto whole3 = [&](const char* name, Whole3 f) { all.push_back({.name = name, .whole3 = f}); };

    real1("acos", [](double x) { return std::acos(x); });
    real1("acosh", [](double x) { return std::acosh(x); });
    real1("acospi", [](double x) { return std::acos(x) / pi; });
    real1("asin", [](double x) { return std::asin(x); });
    real1("asinh", [](double x) { return std::asinh(x); });
    real1("asinpi", [](double x) { return std::asin(x) / pi; });
    real1("atan", [](double x) { return std::atan(x); });
    real1("atanh", [](double x) { return std::atanh(x); });
    real1("atanpi", [](double x) { return std::atan(x) / pi; });
    real1("cbrt", [](double x) { return std::cbrt(x); });
    real1("ceil", [](double x) { return std::ceil(x); });
    real1("cospi", cosine_of_pi);
    real1("cosh", [](double x) { return std::cosh(x); });
    real1("erf", [](double x) { return std::erf(x); });
    real1("erfc", [](double x) { return std::erfc(x); });
    real1("expm1", [](double x) { return std::expm1(x); });
    real1("fabs", [](double x) { return std::fabs(x); });
    real1("floor", [](double x) { return std::floor(x); });
    real1("lgamma", [](double x) { return std::lgamma(x); });
    real1("log1p", [](double x) { return std::log1p(x); });
    real1("logb", [](double x) { return std::logb(x); });
    real1("rint", [](double x) { return std::nearbyint(x); });
    real1("round", [](double x) { return std::round(x); });
    real1("sinh", [](double x) { return std::sinh(x); });
    real1("sinpi", sine_of_pi);
    real1("tanh", [](double x) { return std::tanh(x); });
    real1("tanpi", [](double x) { return sine_of_pi(x) / cosine_of_pi(x); });
    real1("tgamma", [](double x) { return std::tgamma(x); });
    real1("trunc", [](double x) { return std::trunc(x); });
    real1("degrees", [](double x) { return x * (180.0 / pi); });
    real1("radians", [](double x) { return x * (pi / 180.0); });
    real1("sign", sign_of);
    for (const char* prefix : {"", "native_", "half_"}) {
        const std::string p = prefix;
        const auto named = [&](const char* name, Real1 f) { all.push_back({.name = p + name, .real1 = f}); };
        named("cos", [](double x) { return std::cos(x); });
        named("exp", [](double x) { return std::exp(x); });
        named("exp2", [](double x) { return std::exp2(x); });
        named("exp10", [](double x) { return std::pow(10.0, x); });
        named("log", [](double x) { return std::log(x); });
        named("log2", [](double x) { return std::log2(x); });
        named("log10", [](double x) { return std::log10(x); });
        named("rsqrt", [](double x) { return 1.0 / std::sqrt(x); });
        named("sin", [](double x) { return std::sin(x); });
        named("sqrt", [](double x) { return std::sqrt(x); });
        named("tan", [](double x) { return std::tan(x); });
        if (!p.empty()) named("recip", [](double x) { return 1.0 / x; });
        all.push_back({.name = p + "powr", .real2 = [](double x, double y) {
                           return x < 0 ? std::numeric_limits<double>::quiet_NaN() : std::pow(x, y);
                       }});
        if (!p.empty())
            all.push_back({.name = p + "divide", .real2 = [](double x, double y) { return x / y; }});
    }
    real1("fract", [](double x) {
        return std::isinf(x) ? std::copysign(0.0, x) : std::fmin(x - std::floor(x), 0x1.fffffep-1);
    });
    real1("fract out", [](double x) { return std::floor(x); });
    real1("modf", [](double x) {
        double whole = 0;
        return std::isinf(x) ? std::copysign(0.0, x) : std::modf(x, &whole);
    });
    real1("modf out", [](double x) { return std::trunc(x); });
    real1("sincos", [](double x) { return std::sin(x); });
    real1("sincos out", [](double x) { return std::cos(x); });
    real1("frexp", [](double x) {
        int e = 0;
        return std::frexp(x, &e);
    });
    real1("frexp out", [](double x) {
        int e = 0;
        std::frexp(x, &e);
        return std::isfinite(x) ? double{1} * e : 0.0;
    });
    real1("lgamma_r", [](double x) { return std::lgamma(x); });
    real1("lgamma_r out", [](double x) {
        const double g = std::tgamma(x);
        return g < 0 ? -1.0 : 1.0;
    });
    real1("ilogb", [](double x) {
        return std::isnan(x)   ? 2147483647.0
               : x == 0        ? -2147483648.0
               : std::isinf(x) ? 2147483647.0
                               : std::logb(x);
    });
    real2("remquo", [](double x, double y) { return std::remainder(x, y); });
    real2("remquo out", [](double x, double y) {
        int q = 0;
        std::remquo(x, y, &q);
        return static_cast<double>(q % 128);
    });
    real2("atan2", [](double y, double x) { return std::atan2(y, x); });
    real2("atan2pi", [](double y, double x) { return std::atan2(y, x) / pi; });
    real2("copysign", [](double x, double y) { return std::copysign(x, y); });
    real2("fdim", [](double x, double y) { return std::fdim(x, y); });
    real2("fmax", [](double x, double y) { return std::fmax(x, y); });
    real2("fmin", smaller);
    real2("fmod", [](double x, double y) { return std::fmod(x, y); });
    real2("hypot", [](double x, double y) { return std::hypot(x, y); });
    real2("maxmag", [](double x, double y) {
        return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
    });
    real2("minmag", [](double x, double y) {
        return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
    });
    real2("nextafter", nullptr);
    real2("pow", [](double x, double y) { return std::pow(x, y); });
    real2("pown", [](double x, double y) { return std::pow(x, y); });
    real2("rootn", [](double x, double n) {
        const bool odd = std::fabs(std::fmod(n, 2.0)) == 1.0;
        if (x < 0 && !odd) return std::numeric_limits<double>::quiet_NaN();
        return std::copysign(std::pow(std::fabs(x), 1.0 / n), odd ? x : 1.0);
    });
    real2("ldexp", [](double x, double n) { return std::ldexp(x, static_cast<int>(n)); });
    real2("remainder", [](double x, double y) { return std::remainder(x, y); });
    real2("step", [](double edge, double x) { return x < edge ? 0.0 : 1.0; });
    real3("fma", nullptr);
    real3("mad", nullptr);
    real3("mix", [](double x, double y, double a) { return x + (y - x) * a; });
    real3("smoothstep", [](double from, double to, double x) {
        const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
        return t * t * (3 - 2 * t);
    });
    all.push_back({.name = "min",
                   .real2 = [](double x, double y) { return y < x ? y : x; },
                   .whole2 = [](std::int64_t x, std::int64_t y, Scalar s) { return less(y, x, s) ? y : x; }});
    all.push_back({.name = "max",
                   .real2 = [](double x, double y) { return x < y ? y : x; },
                   .whole2 = [](std::int64_t x, std::int64_t y, Scalar s) { return less(x, y, s) ? y : x; }});
    all.push_back(
        {.name = "clamp",
         .real3 = [](double x, double low, double high) { return std::fmin(std::fmax(x, low), high); },
         .whole3 =
             [](std::int64_t x, std::int64_t low, std::int64_t high, Scalar s) {
                 const std::int64_t raised = less(x, low, s) ? low : x;
                 return less(high, raised, s) ? high : raised;
             }});
    whole1("abs", [](std::int64_t x, Scalar s) {
        return is_signed(s) && x < 0 ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x)) : x;
    });
    whole1("clz", [](std::int64_t x, Scalar s) {
        return static_cast<std::int64_t>(std::countl_zero(plain(x, s))) - 64 +
               static_cast<std::int64_t>(bits_of(s));
    });
    whole1("ctz", [](std::int64_t x, Scalar s) {
        return plain(x, s) == 0 ? static_cast<std::int64_t>(bits_of(s))
                                : static_cast<std::int64_t>(std::countr_zero(plain(x, s)));
    });
    whole1("popcount",
           [](std::int64_t x, Scalar s) { return static_cast<std::int64_t>(std::popcount(plain(x, s))); });
    whole2("abs_diff", [](std::int64_t x, std::int64_t y, Scalar s) {
        return static_cast<std::int64_t>(less(x, y, s)
                                             ? static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x)
                                             : static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y));
    });
    whole2("add_sat", [](std::int64_t x, std::int64_t y, Scalar s) {
        return saturated(widened(x, s) + widened(y, s), s);
    });
    whole2("sub_sat", [](std::int64_t x, std::int64_t y, Scalar s) {
        return saturated(widened(x, s) - widened(y, s), s);
    });
    whole2("hadd", [](std::int64_t x, std::int64_t y, Scalar s) {
        return static_cast<std::int64_t>((widened(x, s) + widened(y, s)) >> 1);
    });
    whole2("rhadd", [](std::int64_t x, std::int64_t y, Scalar s) {
        return static_cast<std::int64_t>((widened(x, s) + widened(y, s) + 1) >> 1);
    });
    whole2("mul_hi", times_high);
    whole2("rotate", [](std::int64_t x, std::int64_t by, Scalar s) {
        const unsigned bits = bits_of(s), turn = static_cast<unsigned>(static_cast<std::uint64_t>(by) % bits);
        const std::uint64_t from = plain(x, s);
        return static_cast<std::int64_t>(turn == 0 ? from : from << turn | from >> (bits - turn));
    });
    whole2("mul24", [](std::int64_t x, std::int64_t y, Scalar s) { return low_24(x, s) * low_24(y, s); });
    whole2("upsample", [](std::int64_t high, std::int64_t low, Scalar s) {
        return static_cast<std::int64_t>(plain(high, s) << bits_of(s) | plain(low, s));
    });
    whole3("mad24", [](std::int64_t x, std::int64_t y, std::int64_t z, Scalar s) {
        return low_24(x, s) * low_24(y, s) + z;
    });
    whole3("mad_hi", [](std::int64_t x, std::int64_t y, std::int64_t z, Scalar s) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(times_high(x, y, s)) +
                                         static_cast<std::uint64_t>(z));
    });
    whole3("mad_sat", [](std::int64_t x, std::int64_t y, std::int64_t z, Scalar s) {
        if (bits_of(s) < 64) return saturated(widened(x, s) * widened(y, s) + widened(z, s), s);
        const long double far = (is_signed(s) ? static_cast<long double>(x)
                                              : static_cast<long double>(static_cast<std::uint64_t>(x))) *
                                (is_signed(s) ? static_cast<long double>(y)
                                              : static_cast<long double>(static_cast<std::uint64_t>(y)));
        if (std::fabs(far) > 0x1p126L) return far < 0 ? least(s) : static_cast<std::int64_t>(most(s));
        return saturated(widened(x, s) * widened(y, s) + widened(z, s), s);
    });
    // Functions of whole vectors and of bits have only a name here: compute() and the machine know them.
    for (const char* name : {"dot",
                             "distance",
                             "fast_distance",
                             "length",
                             "fast_length",
                             "cross",
                             "normalize",
                             "fast_normalize",
                             "isequal",
                             "isnotequal",
                             "isgreater",
                             "isgreaterequal",
                             "isless",
                             "islessequal",
                             "islessgreater",
                             "isordered",
                             "isunordered",
                             "isfinite",
                             "isinf",
                             "isnan",
                             "isnormal",
                             "signbit",
                             "any",
                             "all",
                             "bitselect",
                             "as_",
                             "nan",
                             "shuffle",
                             "shuffle2",
                             "atomic add",
                             "atomic sub",
                             "atomic xchg",
                             "atomic min",
                             "atomic max",
                             "atomic and",
                             "atomic or",
                             "atomic xor",
                             "atomic cmpxchg",
                             "atomic load",
                             "get_global_size",
                             "get_global_id",
                             "get_local_size",
                             "get_local_id",
                             "get_num_groups",
                             "get_group_id",
                             "get_global_offset",
                             "get_enqueued_local_size",
                             "get_work_dim",
                             "get_global_linear_id",
                             "get_local_linear_id",
                             "get_sub_group_size",
                             "get_max_sub_group_size",
                             "get_num_sub_groups",
                             "get_enqueued_num_sub_groups",
                             "get_sub_group_id",
                             "get_sub_group_local_id",
                             "work_group_all",
                             "work_group_any",
                             "sub_group_all",
                             "sub_group_any",
                             "read_imagef",
                             "read_imagei",
                             "read_imageui",
                             "write_imagef",
                             "write_imagei",
                             "write_imageui",
                             "get_image_width",
                             "get_image_height",
                             "get_image_depth",
                             "get_image_dim",
                             "get_image_channel_data_type",
                             "get_image_channel_order",
                             "get_image_array_size"})
        all.push_back({.name = name});
    for (const char* of : {"work_group_", "sub_group_"})
        for (const char* what :
             {"broadcast", "reduce_add", "reduce_min", "reduce_max", "scan_inclusive_add",
              "scan_inclusive_min", "scan_inclusive_max", "scan_exclusive_add", "scan_exclusive_min",
              "scan_exclusive_max", "shuffle", "shuffle_xor", "shuffle_up", "shuffle_down"})
            all.push_back({.name = std::string{of} + what});
    return all;
}

const std::vector<Entry>& functions()
{
    static const std::vector<Entry> all = make_table();
    return all;
}

} // namespace

std::uint16_t function_number(const std::string& name)
{
    static const std::map<std::string, std::uint16_t> numbers = [] {
        std::map<std::string, std::uint16_t> made;
        for (std::size_t i = 0; i < functions().size(); ++i)
            made[functions()[i].name] = static_cast<std::uint16_t>(i);
        return made;
    }();
    const auto found = numbers.find(name);
    return found == numbers.end() ? std::uint16_t{0xffff} : found->second;
}

const char* function_name(std::uint16_t number)
{
    return functions().at(number).name.c_str();
}

float half_to_float(std::uint16_t bits)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U,
                        exponent = bits >> 10U & 31U, fraction = bits & 0x3ffU;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000U | fraction << 13U);
    if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112U) << 23U | fraction << 13U);
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

namespace
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

double next_after(double x, double y, Scalar scalar)
{
    if (scalar == Scalar::f64) return std::nextafter(x, y);
    if (scalar == Scalar::f32)
        return static_cast<double>(std::nextafterf(static_cast<float>(x), static_cast<float>(y)));
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
    if (x == y) return y;
    std::uint16_t bits = half_from(x);
    if (x == 0)
        bits = static_cast<std::uint16_t>(y > 0 ? 1 : 0x8001);
    else
        bits = static_cast<std::uint16_t>((x < y) == (x > 0) ? bits + 1 : bits - 1);
    return static_cast<double>(half_to_float(bits));
}

// One rounding, as fma promises; mad may be anything near, and is the same.
double fused(double a, double b, double c, Scalar scalar)
{
    if (scalar == Scalar::f32)
        return static_cast<double>(
            std::fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
    return std::fma(a, b, c);
}

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

} // namespace

void compute(std::uint16_t function, const Elements& e)
{
    const Entry& entry = functions().at(function);
    const std::size_t count = std::size_t{e.components} * e.width;
    if (is_float(e.scalar) && (entry.real1 != nullptr || entry.real2 != nullptr || entry.real3 != nullptr ||
                               entry.name == "nextafter" || entry.name == "fma" || entry.name == "mad")) {
        const bool fuses = entry.name == "fma" || entry.name == "mad", next = entry.name == "nextafter";
        for (std::size_t i = 0; i < count; ++i) {
            const double a = real_at(e.a, e.scalar, i);
            double value = 0;
            if (fuses)
                value = fused(a, real_at(e.b, e.scalar, i), real_at(e.c, e.scalar, i), e.scalar);
            else if (next)
                value = next_after(a, real_at(e.b, e.scalar, i), e.scalar);
            else if (entry.real1 != nullptr)
                value = entry.real1(a);
            else if (entry.real2 != nullptr)
                value = entry.real2(a, is_float(e.second) ? real_at(e.b, e.second, i)
                                                          : static_cast<double>(whole_at(e.b, e.second, i)));
            else
                value = entry.real3(a, real_at(e.b, e.scalar, i), real_at(e.c, e.scalar, i));
            if (is_float(e.result))
                set_real(e.out, e.result, i, value);
            else
                set_whole(e.out, e.result, i, static_cast<std::int64_t>(value));
        }
        return;
    }
    if (computed_by_name(entry.name, e)) return;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t a = whole_at(e.a, e.scalar, i);
        std::int64_t value = 0;
        if (entry.whole1 != nullptr)
            value = entry.whole1(a, e.scalar);
        else if (entry.whole2 != nullptr)
            value = entry.whole2(a, whole_at(e.b, e.second, i), e.scalar);
        else if (entry.whole3 != nullptr)
            value = entry.whole3(a, whole_at(e.b, e.second, i), whole_at(e.c, e.third, i), e.scalar);
        set_whole(e.out, e.result, i, value);
    }
}

} // namespace lockstep::pocket
