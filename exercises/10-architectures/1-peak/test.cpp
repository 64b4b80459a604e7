// Tests of the peak: GPUs whose makers state it, answers that are missing, and answers that are large.
#include "peak.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/text.hpp>

#include <cmath>

using namespace lockstep;

namespace
{

void check_peak(const Answers& device, double expected)
{
    INFO(device.compute_units, " compute units, ", device.clock_mhz, " MHz, ", device.slots,
         " arithmetic slots in each");
    const double got = peak_gflops(device);
    // Three multiplications of doubles: nothing is lost that 12 digits show.
    if (!(std::abs(got - expected) <= 1e-12 * expected))
        FAIL("peak_gflops says ", told_apart(got, expected), " GFLOP/s; expected ", told_apart(expected, got),
             ".");
}

} // namespace

TEST_CASE("an HD 5870 has a peak of 2720 GFLOP/s")
{
    check_peak({20, 850, 80}, 2720);
}

TEST_CASE("other GPUs have the peaks that their makers state")
{
    check_peak({15, 1401, 32}, 1344.96);    // GTX 480
    check_peak({132, 1980, 128}, 66908.16); // H200
    check_peak({304, 2100, 128}, 163430.4); // MI300X
    check_peak({512, 2100, 8}, 17203.2);    // Arc A770
}

TEST_CASE("a small device has a peak below one GFLOP/s")
{
    check_peak({1, 16, 1}, 0.032);
    check_peak({1, 1, 1}, 0.002);
}

TEST_CASE("each answer counts")
{
    check_peak({1, 1000, 1}, 2);
    check_peak({3, 1000, 1}, 6);
    check_peak({1, 5000, 1}, 10);
    check_peak({1, 1000, 7}, 14);
}

TEST_CASE("an answer that is missing makes the peak 0")
{
    check_peak({0, 1000, 8}, 0);
    check_peak({4, 0, 8}, 0);
    check_peak({4, 1000, 0}, 0);
}

TEST_CASE("a device may be larger than 32 bits can count")
{
    check_peak({16'384, 4'000, 1'024}, 134'217'728);
    check_peak({4'000'000'000, 4'000'000'000, 4'000'000'000}, 1.28e26);
}

TEST_CASE("any device has the product of its answers")
{
    Random random{1001};
    for (int trial = 0; trial < 200; ++trial) {
        const Answers device{random.below(500), random.below(6000), random.below(600)};
        check_peak(device, 2 * (1e-3 * device.clock_mhz) * (double{1} * device.compute_units * device.slots));
    }
}
