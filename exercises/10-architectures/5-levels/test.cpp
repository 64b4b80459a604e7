// Tests of the levels: sweeps by hand, sweeps of devices that are made up, and two that were measured.
#include "levels.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/text.hpp>

#include <algorithm>
#include <cmath>
#include <string>

using namespace lockstep;

namespace
{

constexpr std::uint64_t kib = 1024;

std::string in_words(const std::vector<Level>& list)
{
    std::string words;
    for (const Level& level : list)
        words += (words.empty() ? "" : ", ") +
                 (level.bytes == 0 ? std::string{"memory"} : std::to_string(level.bytes) + " bytes") +
                 " in " + told_apart(level.ns, 0) + " ns";
    return words.empty() ? "none" : words;
}

void check_levels(const std::vector<Measured>& sweep, const std::vector<Level>& expected)
{
    std::string measured;
    for (const Measured& size : sweep)
        if (sweep.size() <= 40)
            measured += std::to_string(size.bytes) + ": " +
                        told_apart(*std::min_element(size.ns.begin(), size.ns.end()), 0) + "  ";
    INFO("shortest times by size: ", measured);
    const std::vector<Level> got = levels(sweep);
    const bool same =
        std::equal(got.begin(), got.end(), expected.begin(), expected.end(),
                   [](const Level& a, const Level& b) { return a.bytes == b.bytes && a.ns == b.ns; });
    if (!same) FAIL("The levels are ", in_words(expected), "; you say ", in_words(got), ".");
}

/// Sizes that double from 16 KiB on, each with one time.
std::vector<Measured> doubling(const std::vector<double>& times)
{
    std::vector<Measured> sweep;
    sweep.reserve(times.size());
    for (const double ns : times) sweep.push_back({(16 * kib) << sweep.size(), {ns}});
    return sweep;
}

} // namespace

TEST_CASE("the example has a cache of 64 KiB and a memory")
{
    check_levels(doubling({2.0, 2.1, 2.2, 5.0, 9.8, 10, 10.4}), {{64 * kib, 2.0}, {0, 9.8}});
}

TEST_CASE("a device without caches has a memory only")
{
    check_levels(doubling({80, 81, 80, 82, 80}), {{0, 80}});
}

TEST_CASE("without a plateau there is no level")
{
    check_levels({}, {});
    check_levels(doubling({5}), {});
    check_levels(doubling({5, 5}), {});
    check_levels(doubling({1, 2, 4, 8, 16, 32}), {});
    check_levels(doubling({3, 3.1, 9, 9.1, 27, 27.1}), {});
}

TEST_CASE("three sizes are a plateau, and two are not")
{
    check_levels(doubling({2, 2, 2, 20, 20, 200, 200, 200}), {{64 * kib, 2}, {0, 200}});
    check_levels(doubling({2, 2, 20, 20, 20}), {{0, 20}});
}

TEST_CASE("of the repetitions at a size the shortest counts")
{
    std::vector<Measured> sweep = doubling({2.0, 2.1, 2.2, 5.0, 9.8, 10, 10.4});
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        const double shortest = sweep[i].ns.front();
        sweep[i].ns = {3 * shortest, 1.5 * shortest, shortest, 40 * shortest};
        std::rotate(sweep[i].ns.begin(), sweep[i].ns.begin() + static_cast<std::ptrdiff_t>(i % 4),
                    sweep[i].ns.end());
    }
    check_levels(sweep, {{64 * kib, 2.0}, {0, 9.8}});
}

TEST_CASE("times of a plateau may be 15 percent apart")
{
    check_levels(doubling({100, 114, 107, 300, 310, 320}), {{64 * kib, 100}, {0, 300}});
    check_levels(doubling({100, 107, 116, 300, 310, 320}), {{0, 300}});
    check_levels(doubling({1000, 1149, 1070, 3000, 3100, 3200}), {{64 * kib, 1000}, {0, 3000}});
    check_levels(doubling({1000, 1070, 1151, 3000, 3100, 3200}), {{0, 3000}});
}

TEST_CASE("the shortest time of a plateau need not be its first")
{
    check_levels(doubling({21, 20, 20.5, 22, 90, 88, 89}), {{128 * kib, 20}, {0, 88}});
}

TEST_CASE("a shorter time ends a run that a longer one began")
{
    check_levels(doubling({114, 113, 99, 98, 98}), {{0, 98}}); // 114 is too long beside 99, and 113 beside 98
    check_levels(doubling({112, 110, 108, 96, 95, 95, 300, 300, 300}),
                 {{512 * kib, 108}, {0, 300}});                                              // two plateaus
    check_levels(doubling({100, 100, 112, 90, 300, 300, 300}), {{64 * kib, 100}, {0, 300}}); // 112 beside 90
}

TEST_CASE("a run that is too short begins again one size further on")
{
    check_levels(doubling({116, 102, 100, 101, 300, 300, 300}), {{128 * kib, 100}, {0, 300}});
    check_levels(doubling({100, 101, 118, 117, 117, 400, 400, 400}), {{256 * kib, 117}, {0, 400}});
}

TEST_CASE("a plateau that is hardly slower belongs to the level before")
{
    check_levels(doubling({100, 100, 100, 130, 130, 130, 500, 500, 500}), {{512 * kib, 100}, {0, 500}});
    check_levels(doubling({100, 100, 100, 139, 139, 139}), {{0, 100}});
    check_levels(doubling({100, 100, 100, 140, 140, 140}), {{64 * kib, 100}, {0, 140}});
    check_levels(doubling({1000, 1000, 1000, 1399, 1399, 1399}), {{0, 1000}});
}

TEST_CASE("a level's time is that of its first plateau, to which all later ones are compared")
{
    // 130 is 1.3 times 100, and 150 is 1.5 times 100, though hardly more than 130.
    check_levels(doubling({100, 100, 100, 130, 130, 130, 150, 150, 150}), {{512 * kib, 100}, {0, 150}});
}

TEST_CASE("a plateau that is faster than the level before belongs to it, and does not change its time")
{
    check_levels(doubling({100, 100, 100, 60, 60, 60}), {{0, 100}});
    check_levels(doubling({100, 100, 100, 60, 60, 60, 120, 120, 120, 150, 150, 150}),
                 {{(16 * kib) << 8U, 100}, {0, 150}});
}

TEST_CASE("a device may have many levels, and sizes beyond 32 bits")
{
    std::vector<double> times;
    std::vector<Level> expected;
    for (int level = 0; level < 9; ++level) {
        times.insert(times.end(), 3, std::pow(2.0, level));
        expected.push_back({(16 * kib) << (3 * level + 2), std::pow(2.0, level)});
    }
    expected.back().bytes = 0;
    check_levels(doubling(times), expected);
}

TEST_CASE("a sweep may have a hundred thousand sizes")
{
    std::vector<Measured> sweep;
    for (std::size_t i = 0; i < 100'000; ++i) sweep.push_back({kib * (i + 1), {i < 70'001 ? 3.0 : 50.0}});
    check_levels(sweep, {{kib * 70'001, 3.0}, {0, 50.0}});
}

TEST_CASE("an H200 has an L1 of some 200 KB, and an L2 of which half is nearer than the rest")
{
    // Places 128 bytes apart at random, a chase that goes on where it ended: NVIDIA H200, driver 580.159.04, November 2026.
    check_levels({{16384, {20.7}},      {20608, {20.8}},      {25984, {20.9}},      {32640, {21.1}},
                  {41216, {21.4}},      {51968, {21.7}},      {65408, {22.1}},      {82560, {22.5}},
                  {103936, {23.2}},     {130944, {24.0}},     {164992, {25.0}},     {208000, {26.2}},
                  {262016, {86.3}},     {330112, {136.3}},    {416000, {141.8}},    {524032, {141.3}},
                  {660352, {141.7}},    {832000, {141.6}},    {1048192, {141.7}},   {1320576, {141.6}},
                  {1663872, {141.7}},   {2096384, {141.6}},   {2641152, {141.7}},   {3327616, {141.7}},
                  {4192512, {141.7}},   {5282176, {141.6}},   {6655104, {141.6}},   {8384768, {141.6}},
                  {10563968, {141.6}},  {13309568, {141.6}},  {16768768, {141.6}},  {21126912, {141.6}},
                  {26617856, {142.3}},  {33535872, {215.4}},  {42251904, {265.4}},  {53233152, {265.6}},
                  {67068416, {336.4}},  {84499584, {345.2}},  {106461056, {345.2}}, {134130176, {345.4}},
                  {168990720, {345.2}}, {212911360, {345.2}}, {268247040, {345.3}}},
                 {{208000, 20.7}, {26617856, 136.3}, {0, 336.4}});
}

TEST_CASE("a core of a CPU has an L1 of 48 KiB and an L2 of 1 MiB, as far as powers of two can tell")
{
    // Random places 64 bytes apart, AMD EPYC of the Zen 5 generation through PoCL 3.1, November 2026.
    check_levels({{4 * kib, {1.3, 1.4}},
                  {8 * kib, {1.3, 1.4}},
                  {16 * kib, {1.3, 1.3}},
                  {32 * kib, {1.9, 1.3}},
                  {64 * kib, {3.9, 3.9}},
                  {128 * kib, {4.1, 3.9}},
                  {256 * kib, {4.0, 3.9}},
                  {512 * kib, {4.4, 4.4}},
                  {1024 * kib, {10.6, 8.1}},
                  {2048 * kib, {18.2, 35.9}},
                  {4096 * kib, {85.0, 164.6}},
                  {8192 * kib, {140.6, 221.8}},
                  {16384 * kib, {151.9, 221.6}},
                  {32768 * kib, {154.0, 258.4}}},
                 {{32 * kib, 1.3}, {512 * kib, 3.9}, {0, 140.6}});
}
