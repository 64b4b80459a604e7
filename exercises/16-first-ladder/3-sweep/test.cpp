// Tests of the sweep: medians, candidates that a device allows, and the choice among measurements with their noise.
#include "sweep.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

using namespace lockstep;

namespace
{

constexpr Limits roomy{.group_size = 1024, .local_bytes = 49152, .registers = 255};
constexpr Candidate small{.group = 64, .results = 8, .tile = 1024};

std::string name_of(Verdict verdict)
{
    constexpr std::array names{"group too large", "local memory too small", "registers too few",
                               "not measured",    "wrong results",          "slower",
                               "chosen"};
    return names.at(static_cast<std::size_t>(verdict));
}

Measurement measured(const Candidate& candidate, std::vector<double> milliseconds, bool right = true)
{
    return {candidate, right, std::move(milliseconds)};
}

void check_verdicts(const Limits& limits, const std::vector<Measurement>& measurements,
                    const std::vector<Verdict>& expected)
{
    const std::vector<Verdict> got = judge(limits, measurements);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const Candidate& candidate = measurements[i].candidate;
        INFO("measurement ", i, ", groups of ", candidate.group, ", ", candidate.results,
             " results, tiles of ", candidate.tile, ": it is ", name_of(expected[i]), ", and you say ",
             name_of(got[i]));
        REQUIRE(got[i] == expected[i]);
    }
}

void check_candidates(const Limits& limits, const Choices& choices, const std::vector<Candidate>& expected)
{
    const std::vector<Candidate> got = candidates(limits, choices);
    INFO(expected.size(), " candidates are expected, and you give ", got.size());
    for (std::size_t i = 0; i < std::min(expected.size(), got.size()); ++i) {
        INFO("candidate ", i, ": groups of ", expected[i].group, ", ", expected[i].results,
             " results, tiles of ", expected[i].tile, " are expected, and you give groups of ", got[i].group,
             ", ", got[i].results, " results, tiles of ", got[i].tile);
        REQUIRE(got[i] == expected[i]);
    }
    REQUIRE(got.size() == expected.size());
}

} // namespace

TEST_CASE("a median is the value in the middle")
{
    CHECK(median({3.0}) == 3.0);
    CHECK(median({5.0, 1.0, 4.0}) == 4.0);
    CHECK(median({9.0, 1.0, 1.0, 1.0, 2.0}) == 1.0);
    CHECK(median({7.0, 8.0, 100.0, 9.0, 0.5}) == 8.0);
    CHECK(median({0.1, 0.3, 0.2}) == 0.2); // to the last digit of a double
    CHECK(median({0.0, 5e9, 1e12}) == 5e9);
}

TEST_CASE("a median of an even number lies between two")
{
    CHECK(median({1.0, 2.0}) == 1.5);
    CHECK(median({8.0, 2.0, 4.0, 100.0}) == 6.0);
    CHECK(std::abs(median({1.0, 1.0 + 2e-9}) - (1.0 + 1e-9)) < 1e-14); // to the last digits of a double
}

TEST_CASE("candidates come in order")
{
    check_candidates(roomy, {{64, 128}, {8, 4}, {512, 256}},
                     {{64, 8, 512},
                      {64, 8, 256},
                      {64, 4, 512},
                      {64, 4, 256},
                      {128, 8, 512},
                      {128, 8, 256},
                      {128, 4, 512},
                      {128, 4, 256}});
    check_candidates(roomy, {{128, 32, 64}, {8}, {512}}, {{128, 8, 512}, {32, 8, 512}, {64, 8, 512}});
    check_candidates(roomy, {{}, {8}, {512}}, {});
}

TEST_CASE("a device with fewer registers than the kernel takes for itself runs no candidate")
{
    check_candidates({1024, 49152, 15}, {{64}, {1, 8}, {512}}, {});
    check_candidates({1024, 49152, 17}, {{64}, {1, 8}, {512}}, {});
    check_candidates({1024, 49152, 18}, {{64}, {1, 8}, {512}}, {{64, 1, 512}});
}

TEST_CASE("candidates keep within the limits, to the last byte and register")
{
    check_candidates({256, 49152, 255}, {{128, 256, 257, 512}, {1}, {1}}, {{128, 1, 1}, {256, 1, 1}});
    check_candidates({1024, 4096, 255}, {{64}, {1}, {1023, 1024, 1025, 4096}},
                     {{64, 1, 1023}, {64, 1, 1024}});
    check_candidates({1024, 4099, 255}, {{64}, {1}, {1024, 1025}}, {{64, 1, 1024}});
    check_candidates({1024, 49152, 64}, {{64}, {8, 23, 24, 25, 32}, {1}},
                     {{64, 8, 1}, {64, 23, 1}, {64, 24, 1}});
}

TEST_CASE("the lowest median is chosen")
{
    check_verdicts(roomy,
                   {measured(small, {4, 4, 4}), measured(small, {3, 3, 3}), measured(small, {5, 5, 5})},
                   {Verdict::slower, Verdict::chosen, Verdict::slower});
    check_verdicts(roomy, {measured(small, {7})}, {Verdict::chosen});
    check_verdicts(roomy, {measured(small, {5}), measured(small, {4}), measured(small, {3})},
                   {Verdict::slower, Verdict::slower, Verdict::chosen});
}

TEST_CASE("a small difference counts, and so do very slow and very fast candidates")
{
    check_verdicts(roomy, {measured(small, {3.01}), measured(small, {3.0})},
                   {Verdict::slower, Verdict::chosen});
    check_verdicts(roomy, {measured(small, {1 + 1e-9}), measured(small, {1})},
                   {Verdict::slower, Verdict::chosen});
    check_verdicts(roomy, {measured(small, {3e12}), measured(small, {2e12})},
                   {Verdict::slower, Verdict::chosen});
    check_verdicts(roomy, {measured(small, {0}), measured(small, {1})}, {Verdict::chosen, Verdict::slower});
}

TEST_CASE("candidates are compared by the value between the two in the middle")
{
    check_verdicts(roomy, {measured(small, {12, 0}), measured(small, {1, 9}), measured(small, {5.5, 5.5})},
                   {Verdict::slower, Verdict::chosen, Verdict::slower});
}

TEST_CASE("one lucky or unlucky launch decides nothing")
{
    check_verdicts(roomy, {measured(small, {4, 1, 4, 4, 4}), measured(small, {3, 3, 3, 3, 3})},
                   {Verdict::slower, Verdict::chosen});
    check_verdicts(roomy, {measured(small, {3, 3, 90, 3, 3}), measured(small, {4, 4, 4, 4, 4})},
                   {Verdict::chosen, Verdict::slower});
    check_verdicts(roomy, {measured(small, {2, 4, 4, 4}), measured(small, {5, 3.5, 3.5, 3.5})},
                   {Verdict::slower, Verdict::chosen});
}

TEST_CASE("of equals the first is chosen")
{
    check_verdicts(
        roomy, {measured(small, {5}), measured(small, {3, 3}), measured(small, {3}), measured(small, {3})},
        {Verdict::slower, Verdict::chosen, Verdict::slower, Verdict::slower});
}

TEST_CASE("fast and wrong is wrong")
{
    check_verdicts(
        roomy, {measured(small, {0.1, 0.1}, false), measured(small, {3, 3}), measured(small, {2, 4}, false)},
        {Verdict::wrong_results, Verdict::chosen, Verdict::wrong_results});
}

TEST_CASE("what was not launched is not measured, and nothing is known of its results")
{
    check_verdicts(roomy, {measured(small, {}), measured(small, {}, false), measured(small, {3})},
                   {Verdict::not_measured, Verdict::not_measured, Verdict::chosen});
}

TEST_CASE("what the device cannot run is refused, for the first reason")
{
    constexpr Limits limits{.group_size = 256, .local_bytes = 16384, .registers = 128};
    check_verdicts(limits,
                   {measured({512, 8, 1024}, {1}), measured({64, 8, 4097}, {1}),
                    measured({64, 57, 1024}, {1}), measured({512, 57, 4097}, {1}),
                    measured({64, 57, 4097}, {}), measured({64, 57, 64}, {}, false),
                    measured({256, 56, 4096}, {9})},
                   {Verdict::group_too_large, Verdict::local_memory_too_small, Verdict::registers_too_few,
                    Verdict::group_too_large, Verdict::local_memory_too_small, Verdict::registers_too_few,
                    Verdict::chosen});
}

TEST_CASE("where nothing can be chosen, nothing is")
{
    check_verdicts(roomy, {}, {});
    check_verdicts(roomy, {measured(small, {1}, false), measured(small, {}), measured({2048, 1, 1}, {1})},
                   {Verdict::wrong_results, Verdict::not_measured, Verdict::group_too_large});
}

TEST_CASE("choices may be any number that an unsigned holds")
{
    constexpr unsigned half = 1U << 31U, quarter = 1U << 30U, most = std::numeric_limits<unsigned>::max();
    check_candidates(
        roomy, {{0, 64, half, most}, {0, 8, half, half + 1, most}, {0, 4, quarter, half, most}},
        {{0, 0, 0}, {0, 0, 4}, {0, 8, 0}, {0, 8, 4}, {64, 0, 0}, {64, 0, 4}, {64, 8, 0}, {64, 8, 4}});
    check_verdicts(roomy,
                   {measured({64, 8, quarter}, {1}), measured({64, half, 4}, {1}), measured(small, {2})},
                   {Verdict::local_memory_too_small, Verdict::registers_too_few, Verdict::chosen});
}
