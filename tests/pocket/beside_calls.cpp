// The table of calls: families of functions with their shapes, their types, and the ulps that OpenCL C 3.0, section 7.4, allows them.
#include "beside_calls.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

namespace lockstep::pocket::test
{

namespace
{

constexpr bool finite(double a, double b, double c)
{
    return a - a == 0 && b - b == 0 && c - c == 0;
}
bool moderate(double a, double b, double c) // of half_… and native_…, whose range is less
{
    return std::fabs(a) < 0x1p15 && std::fabs(a) > 0x1p-14 && std::fabs(b) < 16 && finite(a, b, c);
}
bool is_short(double a)
{
    return std::fabs(a) < 0x1p20 && (a == 0 || std::fabs(a) > 0x1p-20);
}
bool short_vectors(double a, double b, double c)
{
    return is_short(a) && is_short(b) && is_short(c);
}
bool is_finite(double a, double b, double)
{
    return finite(a, b, 0);
}
bool has_quotient(double a, double b, double)
{
    return std::isfinite(a) && b != 0 && !std::isnan(b);
}
bool is_no_nan(double a, double, double)
{
    return !std::isnan(a);
}
bool in_order(double, double low, double high)
{
    return low <= high;
}
bool finite_in_order(double a, double low, double high)
{
    return finite(a, low, high) && low <= high;
}
bool of_24_bits(double a, double b, double)
{
    return a >= -0x1p23 && a < 0x1p23 && b >= -0x1p23 && b < 0x1p23;
}
bool between_edges(double from, double to, double x)
{
    return short_vectors(from, to, x) && from < to - 0x1p-8;
}

// A family of functions. Of the shape each letter is a value, the result first: g of the row's type, s one of its components, n int, c what a
// comparison gives, i and u integers as wide, w twice as wide, b one int; G and N: written through a pointer.
struct Row
{
    const char* names;
    const char* shape;
    const char*
        types; ///< f floats, h float, F and H in vectors of up to 4, C of 3 and 4, i integers, t those with a sign, l those to 32 bits, m of 32 bits
    double ulps = 0, ulps_of_double = 0;
    Defined defined = nullptr;
};

const Row rows[] = {
    {"ceil fabs floor rint round trunc logb sign", "gg", "f"},
    {"copysign fdim fmod nextafter remainder step", "ggg", "f"},
    {"fmax fmin maxmag minmag", "ggg", "f", any_zero, any_zero},
    {"fma", "gggg", "f"},
    {"ldexp", "ggn", "f"},
    {"ilogb", "ng", "f", 0, 0, is_no_nan}, // FP_ILOGBNAN is the device's own
    {"fract modf", "ggG", "f"},
    {"frexp", "ggN", "f", 0, 0, is_finite}, // C99, 7.12.6.4: the exponent of others is unspecified
    {"remquo", "gggN", "f", 0, 0, has_quotient},
    {"nan", "gu", "f"},
    {"sqrt", "gg", "f", 3, 0},
    {"cbrt log1p rsqrt degrees radians", "gg", "f", 2, 2},
    {"exp exp2 exp10 expm1 log log2 log10", "gg", "f", 3, 3},
    {"acos acosh asin asinh cos cosh cospi sin sinh sinpi", "gg", "f", 4, 4},
    {"acospi asinpi atan atanh atanpi tan tanh", "gg", "f", 5, 5},
    {"tanpi", "gg", "f", 6, 6},
    {"erf erfc tgamma", "gg", "f", 16, 16},
    {"lgamma", "gg", "f", 64, 64,
     [](double a, double, double) { return a > 3 || std::isnan(a); }}, // 7.4 leaves it open
    {"lgamma_r", "ggN", "f", 64, 64, [](double a, double, double) { return a > 3; }},
    {"sincos", "ggG", "f", 4, 4},
    {"atan2 atan2pi", "ggg", "f", 6, 6},
    {"hypot", "ggg", "f", 4, 4},
    {"pow powr", "ggg", "f", 16, 16},
    {"pown rootn", "ggn", "f", 16, 16},
    {"half_cos half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_recip half_rsqrt half_sin "
     "half_sqrt half_tan native_cos "
     "native_exp native_exp2 native_exp10 native_log native_log2 native_log10 native_recip native_rsqrt "
     "native_sin native_sqrt native_tan",
     "gg", "h", 8192, 0, moderate},
    {"half_divide half_powr native_divide native_powr", "ggg", "h", 8192, 0, moderate},
    {"min max", "ggg", "f", any_zero, any_zero, is_finite}, // 6.15.4: of others undefined
    {"clamp", "gggg", "f", any_zero, any_zero, finite_in_order},
    {"isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered",
     "cgg", "f"},
    {"isfinite isinf isnan isnormal signbit", "cg", "f"},
    {"bitselect", "gggg", "f"},
    {"select", "gggi", "f"},
    {"select", "gggu", "f"},
    {"mad mix", "gggg", "f", -8, -8, short_vectors},
    {"smoothstep", "gggg", "f", -64, -64, between_edges},
    {"dot", "sgg", "F", -64, -64, short_vectors},
    {"cross", "ggg", "C", -64, -64, short_vectors},
    {"distance", "sgg", "F", 10, 10, short_vectors},
    {"fast_distance", "sgg", "H", 8192, 0, short_vectors},
    {"length", "sg", "F", 5, 5, short_vectors},
    {"fast_length", "sg", "H", 8192, 0, short_vectors},
    {"normalize", "gg", "F", 6, 6, short_vectors},
    {"fast_normalize", "gg", "H", 8192, 0, short_vectors},
    {"abs", "ug", "i"},
    {"abs_diff", "ugg", "i"},
    {"add_sat hadd max min mul_hi rhadd rotate sub_sat", "ggg", "i"},
    {"clz ctz popcount", "gg", "i"},
    {"mad_hi mad_sat bitselect", "gggg", "i"},
    {"clamp", "gggg", "i", 0, 0, in_order},
    {"select", "gggi", "i"},
    {"select", "gggu", "i"},
    {"mul24", "ggg", "m", 0, 0, of_24_bits},
    {"mad24", "gggg", "m", 0, 0, of_24_bits},
    {"upsample", "wgu", "l"},
    {"any all", "bg", "t"},
};

constexpr unsigned widths[] = {2, 3, 4, 8, 16};

// What PoCL 3.1 does in another way than the specification, and what is left to compare.
struct Fault
{
    const char* names;
    unsigned lanes; ///< from how many components on
    Defined left;   ///< null: nothing
};

const Fault faults[] = {
    {"fract", 1,
     [](double a, double, double) {
         return a != 0 && !(std::isinf(a) && a < 0);
     }}, // 7.5.1: of -0 and -inf it is -0
    {"cospi", 1, [](double a, double, double) { return std::fabs(std::fmod(a, 1.0)) != 0.5; }}, // 7.5.1: +0
    {"sinpi tanpi", 1,
     [](double a, double, double) { return a == 0 || std::fmod(a, 1.0) != 0; }}, // 7.5.1: as a's sign
    {"atanpi", 1, [](double a, double, double) { return a != 0; }},              // 7.5.1: of -0 it is -0
    {"tgamma", 1,
     [](double a, double, double) { return a > -32; }}, // its sign, where it is too small for a number
    // An element beside a large one is computed with less precision: sin(1e-45f) is 0.008.
    {"sin cos tan sincos half_sin half_cos half_tan native_sin native_cos native_tan", 2, moderate},
    {"pow powr pown rootn remquo", 8, nullptr}, // of doubles: pow(12.6, -14.5) is 31
};

constexpr Scalar wholes[] = {Scalar::i8,  Scalar::u8,  Scalar::i16, Scalar::u16,
                             Scalar::i32, Scalar::u32, Scalar::i64, Scalar::u64};

std::vector<Scalar> types_of(const std::string& letter)
{
    if (letter == "h" || letter == "H") return {Scalar::f32};
    if (letter == "f" || letter == "F" || letter == "C") return {Scalar::f32, Scalar::f64};
    std::vector<Scalar> types;
    for (const Scalar one : wholes)
        if (letter == "i" || (letter == "t" && is_signed(one)) || (letter == "l" && size_of(one) < 8) ||
            (letter == "m" && size_of(one) == 4))
            types.push_back(one);
    return types;
}

Value value_of(char letter, Scalar scalar, unsigned lanes)
{
    switch (letter) {
    case 's':
        return {scalar, 1};
    case 'b':
        return {Scalar::i32, 1};
    case 'n':
    case 'N':
        return {Scalar::i32, lanes};
    case 'c':
        return {lanes == 1 ? Scalar::i32 : integer_like(scalar, true), lanes};
    case 'i':
    case 'u':
        return {integer_like(scalar, letter == 'i'), lanes};
    case 'w':
        return {static_cast<Scalar>(static_cast<int>(scalar) + 2), lanes};
    default:
        return {scalar, lanes};
    }
}

std::vector<std::string> words_of(const std::string& text)
{
    std::istringstream stream{text};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

void add_row(std::vector<Call>& calls, const Row& row, const std::string& name, Scalar scalar, unsigned lanes)
{
    const std::string shape = row.shape;
    Call call;
    call.function = name;
    const double ulps = scalar == Scalar::f64 ? row.ulps_of_double : row.ulps;
    call.ulps = std::fabs(ulps);
    call.of_largest = ulps < 0;
    call.defined = row.defined;
    call.of_vector = *row.types == 'F' || *row.types == 'H' || *row.types == 'C';
    for (const Fault& fault : faults) {
        const std::vector<std::string> names = words_of(fault.names);
        if (std::find(names.begin(), names.end(), name) == names.end() || lanes < fault.lanes) continue;
        if (fault.left == nullptr) return;
        call.pocl_agrees = fault.left;
        call.of_vector = fault.lanes > 1;
    }
    call.result = value_of(shape[0], scalar, lanes);
    const bool writes = std::isupper(static_cast<unsigned char>(shape.back())) != 0;
    std::string list;
    for (std::size_t i = 1; i + (writes ? 1 : 0) < shape.size(); ++i) {
        call.arguments.push_back(value_of(shape[i], scalar, lanes));
        list += std::string{i == 1 ? "" : ", "} + static_cast<char>('a' + i - 1);
    }
    if (!writes) {
        call.text = "r = " + name + "(" + list + ");";
        calls.push_back(call);
        return;
    }
    const Value other = value_of(shape.back(), scalar, lanes);
    call.text = other.name() + " t; r = " + name + "(" + list + ", &t);";
    calls.push_back(call);
    call.result = other;
    call.text = name + "(" + list + ", &r);";
    calls.push_back(call);
}

} // namespace

std::vector<std::vector<Call>> calls_to_compare()
{
    std::vector<std::vector<Call>> all;
    std::vector<Call> calls;
    constexpr std::size_t most = 60; // of a kernel
    const auto cut = [&](bool all_of_them) {
        while (calls.size() > (all_of_them ? 0 : most)) {
            const std::size_t count = std::min(most, calls.size());
            const auto end = calls.begin() + static_cast<std::ptrdiff_t>(count);
            all.emplace_back(calls.begin(), end);
            calls.erase(calls.begin(), end);
        }
    };
    unsigned turn = 0;
    for (const Row& row : rows) {
        const bool to_four = *row.types == 'F' || *row.types == 'H', cross = *row.types == 'C';
        for (const std::string& name : words_of(row.names))
            for (const Scalar scalar : types_of(row.types))
                for (const unsigned lanes :
                     {cross ? 3U : 1U, cross ? 4U : widths[turn++ % (to_four ? 3 : 5)]})
                    add_row(calls, row, name, scalar, lanes);
        cut(false);
    }
    cut(true);
    add_others(calls);
    cut(true);
    return all;
}

} // namespace lockstep::pocket::test
