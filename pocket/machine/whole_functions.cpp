// The functions of whole numbers, in 64 bits with the type beside them.
#include "machine/function_table.hpp"

#include <bit>
#include <cmath>

namespace lockstep::pocket
{

namespace
{

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

} // namespace

void add_wholes(std::vector<Entry>& all)
{
    const auto whole1 = [&](const char* name, Whole1 f) { all.push_back({.name = name, .whole1 = f}); };
    const auto whole2 = [&](const char* name, Whole2 f) { all.push_back({.name = name, .whole2 = f}); };
    const auto whole3 = [&](const char* name, Whole3 f) { all.push_back({.name = name, .whole3 = f}); };

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
        const std::int64_t product = low_24(x, s) * low_24(y, s);
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(product) + static_cast<std::uint64_t>(z));
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
}

} // namespace lockstep::pocket
