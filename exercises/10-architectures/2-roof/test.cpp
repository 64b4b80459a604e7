// Tests of the forecast: cases by hand.
#include "roof.hpp"

#include <doctest/doctest.h>
#include <lockstep/text.hpp>

#include <cmath>
#include <string>

namespace
{

/// A few divisions and multiplications of doubles lose the 15th digit or so.
void expect_close(const std::string& what, double expected, double got, double scale)
{
    if (!(std::abs(got - expected) <= 1e-11 * scale))
        FAIL(what, " should be ", lockstep::told_apart(expected, got), ", and you say ",
             lockstep::told_apart(got, expected), ".");
}

std::string in_words(Bound bound)
{
    return bound == Bound::memory ? "memory" : "arithmetic";
}

void check_forecast(const Device& device, const Work& work, const Forecast& expected)
{
    INFO(device.gflops, " GFLOP/s, ", device.gbps, " GB/s; ", work.operations, " operations, ", work.bytes,
         " bytes");
    const Forecast got = forecast(device, work);
    expect_close("The time in ms", expected.ms, got.ms, expected.ms);
    expect_close("What is reached in GFLOP/s", expected.gflops, got.gflops, expected.gflops);
    if (got.bound != expected.bound)
        FAIL("The kernel is bound by ", in_words(expected.bound), ", and you say by ", in_words(got.bound),
             ".");
}

void check_free(const Device& device, const Work& work, double expected)
{
    INFO(device.gflops, " GFLOP/s, ", device.gbps, " GB/s; ", work.operations, " operations, ", work.bytes,
         " bytes");
    const double scale = static_cast<double>(work.operations) + expected; // what is subtracted may be large
    expect_close("The number of free operations", expected, free_operations(device, work), scale);
}

constexpr Device example{60'000, 4'000};

} // namespace

TEST_CASE("a kernel with few operations waits for memory")
{
    check_forecast(example, {30'000'000'000, 8'000'000'000}, {2, 15'000, Bound::memory});
    check_forecast(example, {1'000, 4'000'000}, {0.001, 1, Bound::memory});
}

TEST_CASE("a kernel with many operations waits for arithmetic")
{
    check_forecast(example, {600'000'000'000, 8'000'000'000}, {10, 60'000, Bound::arithmetic});
    check_forecast({10, 1'000}, {1'000'000, 200'000}, {0.1, 10, Bound::arithmetic});
}

TEST_CASE("a copy reaches no operations, and sums in registers move no bytes")
{
    check_forecast(example, {0, 4'000'000'000}, {1, 0, Bound::memory});
    check_forecast(example, {60'000'000'000, 0}, {1, 60'000, Bound::arithmetic});
}

TEST_CASE("at the ridge both take equally long")
{
    check_forecast({64, 8}, {8'000'000, 1'000'000}, {0.125, 64, Bound::memory});
    check_forecast({64, 8}, {8'000'001, 1'000'000}, {0.125000015625, 64, Bound::arithmetic});
    check_forecast({64, 8}, {7'999'999, 1'000'000}, {0.125, 63.999992, Bound::memory});
    // A millionth of a millionth more than at the ridge
    check_forecast({64, 8}, {8'000'000'000'008, 1'000'000'000'000},
                   {125'000.000000125, 64, Bound::arithmetic});
}

TEST_CASE("a kernel that does nothing takes no time")
{
    check_forecast(example, {0, 0}, {0, 0, Bound::memory});
    check_free(example, {0, 0}, 0);
}

TEST_CASE("operations are free while the memory works")
{
    check_free(example, {30'000'000'000, 8'000'000'000}, 90e9);
    check_free(example, {0, 4'000}, 60'000);
    check_free({64, 8}, {7'999'999, 1'000'000}, 1);
}

TEST_CASE("a kernel that waits for arithmetic has no operations free")
{
    check_free(example, {600'000'000'000, 8'000'000'000}, 0);
    check_free(example, {1, 0}, 0);
    check_free({64, 8}, {8'000'000, 1'000'000}, 0);
}

TEST_CASE("work may be larger than 32 bits can count")
{
    check_forecast({1'000, 1'000}, {std::uint64_t{1} << 50U, 1'000},
                   {1125899.906842624, 1'000, Bound::arithmetic});
    check_forecast({1'000, 1'000}, {1, std::uint64_t{1} << 50U},
                   {1125899.906842624, 1e-6 / 1125899.906842624, Bound::memory});
    check_free({1'000, 1'000}, {5'000'000'000, 9'000'000'000}, 4e9);
    constexpr std::uint64_t most = 0xFFFF'FFFF'FFFF'F000; // a double holds it
    check_forecast({1'000, 1'000}, {most, 1'000}, {1e-9 * most, 1'000, Bound::arithmetic});
    check_forecast({1'000, 1'000}, {1'000, most}, {1e-9 * most, 1e-6 * 1'000 / (1e-9 * most), Bound::memory});
    check_free({1'000, 2'000}, {1'000, most}, 0.5 * most - 1'000);
}
