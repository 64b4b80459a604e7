// Tests of errors in ulp: by hand where the answer is known, then against a second way of counting, by neighbours.
#include "ulp.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>

namespace
{

using Limits = std::numeric_limits<float>;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr float float_infinity = Limits::infinity();
constexpr float float_nan = Limits::quiet_NaN();

std::string shown(double value)
{
    std::ostringstream text;
    text << std::setprecision(17) << value;
    if (std::isfinite(value) && value != 0) text << " (" << std::hexfloat << value << ")";
    return text.str();
}

/// Only one rounding is allowed, that of the difference, of 2^-53 of it: the units are powers of two. The same for `expected`.
void check(double exact, float got, double expected)
{
    const double answer = ulp_error(exact, got);
    const bool right = std::isfinite(expected) ? std::abs(answer - expected) <= 0x1p-52 * std::abs(expected)
                                               : answer == expected;
    if (!right)
        FAIL("The exact result is ", shown(exact), ", got was ", shown(got), ": ulp_error returned ",
             shown(answer), "; expected ", shown(expected), ".");
}

/// For both signs.
void check_both(double exact, float got, double expected)
{
    check(exact, got, expected);
    check(-exact, -got, expected);
}

} // namespace

TEST_CASE("between 1 and 2 a unit is 2^-23")
{
    check_both(1.5, 1.5F, 0);
    check_both(1.5, 1.5F + 0x1p-23F, 1);
    check_both(1.5, 1.5F - 0x1p-22F, 2);
    check_both(1.5 + 0x1p-24, 1.5F, 0.5);
    check_both(1.25 + 0x1p-25, 1.25F, 0.25);
}

TEST_CASE("the unit doubles from each power of two to the next")
{
    for (int power = -126; power <= 127; ++power) {
        const double exact = std::ldexp(1.5, power);
        const auto got = static_cast<float>(exact);
        check_both(exact, std::nextafter(got, float_infinity), 1);
        check_both(exact, std::nextafter(got, 0.0F), 1);
        check_both(exact + std::ldexp(1.0, power - 25), got, 0.25);
    }
}

TEST_CASE("the exact result is not rounded first")
{
    check_both(1 + 0x1p-24 + 0x1p-40, 1.0F, 0.5 + 0x1p-17);
    check_both(0.1, 0.1F, (0.1F - 0.1) / 0x1p-27);
    check_both(1.0 / 3, 1.0F / 3, (1.0F / 3 - 1.0 / 3) / 0x1p-25);
    check_both(1e10 + 100, 1e10F, 100.0 / 1024);
}

TEST_CASE("the unit is the exact result's")
{
    check_both(1.5, 3.0F, 1.5 * 0x1p23);
    check_both(3.0, 1.5F, 1.5 * 0x1p22);
    check_both(1.75, 1024.75F, 1023 * 0x1p23);
    check_both(1.5, -1.5F, 3 * 0x1p23);
    check_both(1.5, 0.0F, 1.5 * 0x1p23);
    check_both(2 - 0x1p-30, 2.0F, 0x1p-7);
}

TEST_CASE("at a power of two the unit is the smaller one")
{
    for (int power = -125; power <= 127; ++power) {
        const double exact = std::ldexp(1.0, power);
        const auto got = static_cast<float>(exact);
        check_both(exact, got, 0);
        check_both(exact, std::nextafter(got, float_infinity), 2);
        check_both(exact, std::nextafter(got, 0.0F), 1);
        // A little above the power, the unit is twice as large.
        const double above = exact * (1 + 0x1p-40);
        check_both(above, std::nextafter(got, float_infinity), 1 - 0x1p-17);
        check_both(above, got, 0x1p-17);
    }
}

TEST_CASE("below the normal floats the unit stays 2^-149")
{
    const float smallest = Limits::denorm_min();
    check_both(smallest, smallest, 0);
    check_both(smallest, 0.0F, 1);
    check_both(smallest, 3 * smallest, 2);
    check_both(0x1p-126, Limits::min(), 0);
    check_both(0x1p-126, std::nextafter(Limits::min(), 0.0F), 1);
    check_both(0x1p-126, std::nextafter(Limits::min(), 1.0F), 1);
    check_both(0x1p-127, 0x1p-127F + smallest, 1);
    check_both(1.5 * 0x1p-149, smallest, 0.5);
    check_both(0x1p-160, 0.0F, 0x1p-11);
    check_both(1e-200, 0.0F, 1e-200 / 0x1p-149);
    check_both(5e-324, smallest, 1);
    check_both(5e-324, 0.0F, 0x1p-925);
    check_both(1e-310, 0.0F, 1e-310 / 0x1p-149);
}

TEST_CASE("zero has a unit as well")
{
    check_both(0.0, 0.0F, 0);
    check_both(0.0, -0.0F, 0);
    check_both(0.0, Limits::denorm_min(), 1);
    check_both(0.0, -7 * Limits::denorm_min(), 7);
    check_both(0.0, 1.0F, 0x1p149);
    check_both(0.0, Limits::max(), Limits::max() * 0x1p149);
}

TEST_CASE("beyond the largest float the unit stays 2^104")
{
    const double largest = Limits::max();
    check_both(largest, Limits::max(), 0);
    check_both(largest, std::nextafter(Limits::max(), 0.0F), 1);
    check_both(largest + 0x1p102, Limits::max(), 0.25);
    check_both(0x1p128, Limits::max(), 1);
    check_both(0x1.8p128, Limits::max(), 1 + 0x1p23);
    check_both(1e300, Limits::max(), (1e300 - largest) / 0x1p104);
    check_both(1e300, -1.0F, 1e300 / 0x1p104);
}

TEST_CASE("an infinity is right where it is the nearest float, and nowhere else")
{
    const double largest = Limits::max();
    check_both(infinite, float_infinity, 0);
    check_both(infinite, -float_infinity, infinite);
    check_both(infinite, Limits::max(), infinite);
    check_both(infinite, 0.0F, infinite);
    check_both(1.5, float_infinity, infinite);
    check_both(0.0, float_infinity, infinite);
    check_both(largest, float_infinity, infinite);
    check_both(0x1p128 - 0x1p103, float_infinity, 0);
    check_both(std::nextafter(0x1p128 - 0x1p103, 0.0), float_infinity, infinite);
    check_both(0x1p128, float_infinity, 0);
    check_both(1e300, float_infinity, 0);
    check_both(1e300, -float_infinity, infinite);
}

TEST_CASE("NaN is right where NaN is expected, and nowhere else")
{
    check_both(not_a_number, float_nan, 0);
    check(not_a_number, -float_nan, 0);
    check_both(not_a_number, 1.0F, infinite);
    check_both(not_a_number, float_infinity, infinite);
    check_both(not_a_number, 0.0F, infinite);
    check_both(1.0, float_nan, infinite);
    check_both(0.0, float_nan, infinite);
    check_both(infinite, float_nan, infinite);
    check_both(1e300, float_nan, infinite);
}
