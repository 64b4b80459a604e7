// The plugin's issue slots: what a GPU issues for a loop's round, worked out by hand.
#include "simulator.hpp"

#include <doctest/doctest.h>

#include <string>

using nlohmann::json;

namespace
{

/// Of one round by one sub-group: the difference of 72 rounds and of 8.
double slots_of_round(const std::string& kernel)
{
    const auto slots = [&](int rounds) {
        const json counted =
            kernel_of("work.cl", kernel + " 32 32 buffer:4096 buffer:128 int:" + std::to_string(rounds));
        return counted["work"]["issue_slots"].get<double>();
    };
    return (slots(72) - slots(8)) / 64;
}

} // namespace

TEST_SUITE("plugin_work")
{
    TEST_CASE(
        "eight rounds of a small loop share its counter, its comparison and the address that follows it")
    {
        // A load and an addition; and an eighth of: the next number, its comparison, the branch, the address.
        CHECK(slots_of_round("open_loop") == doctest::Approx(2 + 4 / 8.0));
    }

    TEST_CASE("a loop with a barrier, or one that is long, is not unrolled")
    {
        CHECK(slots_of_round("waiting_loop") == doctest::Approx(2 + 1 + 4));
        CHECK(slots_of_round("long_loop") == doctest::Approx(2 + 40 + 4));
    }

    TEST_CASE("a loop of few known rounds is written out as a whole")
    {
        // Sixteen rounds share the four, of which the comparison and the branch are met a seventeenth time; the three of
        // the loop around them are met every time, as it is not the innermost one.
        CHECK(slots_of_round("known_loop") == doctest::Approx(16 * 2 + 4 + 2 / 16.0 + 3).epsilon(1e-3));
    }

    TEST_CASE("calls of own functions and private memory cost nothing, divisions of integers much")
    {
        CHECK(slots_of_round("calling_loop") == doctest::Approx(3 + 4 / 8.0));
        CHECK(slots_of_round("private_loop") == doctest::Approx(3 + 4 / 8.0));
        CHECK(slots_of_round("dividing_loop") == doctest::Approx(22 + 4 / 2.0));
        CHECK(slots_of_round("tenths_loop") == doctest::Approx(5 + 4 / 8.0));
    }
}
