// Tests of the shares: their sum, and how far each is from the exact proportion.
#include "shares.hpp"

#include <doctest/doctest.h>
#include <lockstep/random.hpp>

#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>

using namespace lockstep;

namespace
{

using Speeds = std::vector<double>;

/// With one decimal, also where twelve digits stand before the point.
std::string plain(long double value)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.1Lf", value);
    return text;
}

std::vector<std::size_t> shares_of(std::size_t total, const Speeds& speeds)
{
    auto result = shares(total, speeds);
    if (result.size() != speeds.size())
        FAIL("There are ", speeds.size(), " devices, and ", result.size(), " shares.");
    return result;
}

void check(std::size_t total, const Speeds& speeds)
{
    const auto result = shares_of(total, speeds);
    const std::size_t sum = std::accumulate(result.begin(), result.end(), std::size_t{0});
    if (sum != total) FAIL(total, " things for ", speeds.size(), " devices: the shares add up to ", sum, ".");
    const long double all = std::accumulate(speeds.begin(), speeds.end(), 0.0L);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        const long double exact = static_cast<long double>(total) * (speeds[i] / all);
        // Two rounded boundaries make an error of 1 at most; the sums of doubles add a little.
        if (std::abs(static_cast<long double>(result[i]) - exact) > 1.01L)
            FAIL("Device ", i, " of ", speeds.size(), " gets ", result[i], " of ", total, " things; ",
                 plain(exact), " would be exact.");
        if (speeds[i] == 0 && result[i] != 0)
            FAIL("Device ", i, " has speed 0, and its share is ", result[i], ".");
    }
}

constexpr std::size_t beyond_32_bits = (std::size_t{1} << 40U) - 3;

} // namespace

TEST_CASE("three equal devices share a hundred rows without losing one")
{
    check(100, {1, 1, 1});
    check(1, {1, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("a device twice as fast gets twice as much")
{
    check(300, {1, 2});
    check(300, {2, 1});
    check(301, {2, 1});
    check(1000, {0.5, 0.25, 0.25});
    check(999, {3, 5, 11, 1});
}

TEST_CASE("each share is within 1 of its proportion")
{
    check(1009, {1e-9, 30, 7, 0, 1e9, 2});
    check(100, Speeds(150, 1.0));
    check(274, {3, 27, 27, 9, 14, 7, 1, 24});
}

TEST_CASE("one device gets everything, and nothing can be shared")
{
    check(77, {0.001});
    check(0, {1, 2, 3});
    check(50, {0, 1, 0});
    check(50, {5, 0, 0});
}

TEST_CASE("totals beyond 32 bits are exact")
{
    for (const Speeds& speeds : {Speeds{1, 1, 1}, Speeds{1e-9, 1e9, 3, 4}, Speeds{0.1, 0.2, 0.3, 0.7}}) {
        check(beyond_32_bits, speeds);
    }
    check(std::size_t{1} << 33U, {1, 2, 4});
    check((std::size_t{1} << 24U) + 37, {1, 2, 4});
}

TEST_CASE("a unit in which speeds are tiny or huge changes no share")
{
    for (const double unit : {1e-300, 1e-30, 1e30, 1e300}) {
        check(1003, {3 * unit, 5 * unit, 11 * unit, unit});
        check(beyond_32_bits, {3 * unit, 5 * unit, 11 * unit, unit});
        check(std::size_t{1} << 50U, {3 * unit, 5 * unit, 11 * unit, unit});
    }
}

TEST_CASE("very many devices share without losing a thing")
{
    Random random{2699};
    Speeds speeds(70'001);
    for (double& speed : speeds) speed = random.uniform(0.5F, 20.0F);
    check(1'000'003, speeds);
}
