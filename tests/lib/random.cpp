// Tests of the random data: the same everywhere, and within its bounds.
#include "lockstep/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lockstep;

TEST_SUITE("random")
{
    TEST_CASE("the generator is SplitMix64: the published sequence of seed 1234567")
    {
        Random random{1234567};
        for (const std::uint64_t expected :
             {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL, 4593380528125082431ULL,
              16408922859458223821ULL})
            CHECK(random.next() == expected);
    }

    TEST_CASE("equal seeds give equal data and other seeds other data")
    {
        CHECK(random_floats(100, 7) == random_floats(100, 7));
        CHECK(random_floats(100, 7) != random_floats(100, 8));
        CHECK(random_uints(100, 7, 1000) == random_uints(100, 7, 1000));
        CHECK(random_bytes(100, 7) != random_bytes(100, 8));
        CHECK(random_floats(0, 7).empty());
    }

    TEST_CASE("floats stay in their range and reach into both ends of it")
    {
        const std::vector<float> values = random_floats(20000, 3, -1.0F, 3.0F);
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        CHECK(*low >= -1.0F);
        CHECK(*low < -0.99F);
        CHECK(*high < 3.0F);
        CHECK(*high > 2.99F);
    }

    TEST_CASE("integers stay below their bound and take every value")
    {
        std::vector<bool> seen(6);
        for (const std::uint32_t value : random_uints(1000, 5, 6)) {
            REQUIRE(value < 6);
            seen[value] = true;
        }
        CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
        for (const std::uint32_t value : random_uints(50, 5, 1)) CHECK(value == 0);
        const std::vector<std::uint32_t> large = random_uints(1000, 5, 0xFFFFFFFFU);
        CHECK(*std::max_element(large.begin(), large.end()) > 0xF0000000U);
    }

    TEST_CASE("bytes take every value from 0 to 255")
    {
        std::vector<bool> seen(256);
        for (const std::uint8_t value : random_bytes(20000, 9)) seen[value] = true;
        CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
    }
}
