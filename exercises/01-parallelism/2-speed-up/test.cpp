// Tests of Amdahl's law against the formula in long double.
#include "speed_up.hpp"

#include <doctest/doctest.h>
#include <lockstep/random.hpp>

#include <cmath>

namespace
{

void check(double serial, std::uint64_t workers, double expected)
{
    const double got = speed_up(serial, workers);
    if (!(std::abs(got - expected) <= 1e-13 * expected))
        FAIL("speed_up(", serial, ", ", workers, ") is ", got, "; expected ", expected);
}

void check(double serial, std::uint64_t workers)
{
    const long double s = serial;
    check(serial, workers, static_cast<double>(1 / (s + (1 - s) / static_cast<long double>(workers))));
}

} // namespace

TEST_CASE("nothing is gained by one worker")
{
    for (const double serial : {0.0, 0.05, 0.5, 1.0}) check(serial, 1, 1);
}

TEST_CASE("a program without a serial part gains as much as there are workers")
{
    for (const std::uint64_t workers : {2U, 3U, 16U, 1000U}) check(0, workers, static_cast<double>(workers));
}

TEST_CASE("a program that is all serial gains nothing")
{
    for (const std::uint64_t workers : {2U, 16U, 1000000U}) check(1, workers, 1);
}

TEST_CASE("a twentieth that is serial allows less than twenty")
{
    check(0.05, 16, 1 / (0.05 + 0.95 / 16));
    check(0.05, 1000, 1 / (0.05 + 0.95 / 1000));
    if (const double got = speed_up(0.05, 1000); got >= 20)
        FAIL("speed_up(0.05, 1000) is ", got, ", and no number of workers reaches 20");
}

TEST_CASE("any fraction and any number of workers have their speed-up")
{
    lockstep::Random random{101};
    for (int trial = 0; trial < 1000; ++trial)
        check(random.uniform(0.0F, 1.0F), 1 + random.below(trial % 2 == 0 ? 40 : 4000000000U));
    for (const double serial : {1e-12, 1e-6, 0.25, 0.999})
        for (const std::uint64_t workers : {std::uint64_t{4294967296}, std::uint64_t{1} << 52U})
            check(serial, workers);
}
