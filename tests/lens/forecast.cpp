// Tests of the forecast: each term by hand, on a GPU whose figures are round.
#include "lockstep/lens/forecast.hpp"

#include "lockstep/lens/profile.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace lockstep::lens;

namespace
{

/// 10 compute units of 1 GHz.
Profile round_gpu()
{
    Profile gpu;
    gpu.compute_units = 10;
    gpu.rates = {.clock_ghz = 1,
                 .slots_per_clock = 4,
                 .lines_per_clock = 1,
                 .passes_per_clock = 2,
                 .memory_gbps = 100,
                 .second_gbps = 400,
                 .atomics_per_ns = 8,
                 .line_atomics_per_ns = 0.5,
                 .step_clocks = 4,
                 .local_ns = 10,
                 .first_ns = 20,
                 .second_ns = 100,
                 .memory_ns = 300};
    return gpu;
}

double term(const Forecast& forecast, Bound bound)
{
    return forecast.terms_ns[static_cast<std::size_t>(bound)];
}

/// Of groups of one sub-group.
Occupancy resident(unsigned sub_groups)
{
    Occupancy occupancy;
    occupancy.groups = occupancy.sub_groups = sub_groups;
    return occupancy;
}

} // namespace

TEST_SUITE("forecast")
{

    TEST_CASE("memory takes what is moved once, and sectors written in parts twice")
    {
        // (100 + 50 + 20) * 32 bytes / 100 GB/s = 54.4 ns
        const Forecast made = forecast(round_gpu(),
                                       {.sectors_by_groups = 400,
                                        .sectors_read = 100,
                                        .store_sectors = 60,
                                        .partial_sectors = 20,
                                        .sectors_written = 50},
                                       resident(8));
        CHECK(term(made, Bound::memory) == doctest::Approx(54.4));
        // (400 + 60) * 32 / 400 = 36.8 ns
        CHECK(term(made, Bound::second_level) == doctest::Approx(36.8));
        CHECK(made.bound == Bound::memory);
        // Both at the same time: the root of 54.4² + 36.8².
        CHECK(made.ns == doctest::Approx(65.6780).epsilon(1e-5));
    }

    TEST_CASE("lines and passes share a memory, and schedulers issue four instructions a clock")
    {
        // 200 lines / 10 units = 20 ns, 100 passes / 2 a clock / 10 units = 5 ns; 600 / 40 = 15 ns
        const Forecast made = forecast(
            round_gpu(), {.groups = 10, .issue_slots = 600, .lines = 200, .local_passes = 100}, resident(8));
        CHECK(term(made, Bound::first_level) == doctest::Approx(25.0));
        CHECK(term(made, Bound::instructions) == doctest::Approx(15.0));
        CHECK(made.bound == Bound::first_level);
    }

    TEST_CASE("waits are shared among the sub-groups that are resident, and no more than there are")
    {
        // Half of the sectors are in the first level. The others, which are read twice each, all wait for memory in one wave:
        // 10 + 150 = 160 ns. 100 waits of 160 ns, 50 of 10 ns, 25 steps of 4 ns: 16,600 ns.
        const LaunchWork work{.groups = 40,
                              .sub_groups = 40,
                              .waits = 100,
                              .local_waits = 50,
                              .steps = 25,
                              .load_sectors = 400,
                              .sectors_by_groups = 200,
                              .sectors_read = 100};
        CHECK(term(forecast(round_gpu(), work, resident(4)), Bound::latency) == doctest::Approx(415.0));
        LaunchWork few = work;
        few.groups = few.sub_groups = 20;
        CHECK(term(forecast(round_gpu(), few, resident(4)), Bound::latency) == doctest::Approx(830.0));
        CHECK(forecast(round_gpu(), few, resident(4)).bound == Bound::latency);
    }

    TEST_CASE("of sectors that groups share, those of later waves come from the second level")
    {
        // Four waves: half of the sectors are read first, more than a quarter. 10 + 0.5 (0.5 * 300 + 0.5 * 100) = 110 ns.
        const LaunchWork work{.groups = 160,
                              .sub_groups = 160,
                              .waits = 100,
                              .load_sectors = 400,
                              .sectors_by_groups = 200,
                              .sectors_read = 100};
        CHECK(term(forecast(round_gpu(), work, resident(4)), Bound::latency) == doctest::Approx(275.0));
        // The same groups as four copies of one wave have nothing to share across waves: 160 ns.
        LaunchWork copies = work;
        copies.copies = 4;
        CHECK(term(forecast(round_gpu(), copies, resident(4)), Bound::latency) == doctest::Approx(400.0));
    }

    TEST_CASE("units without a group do nothing, and the last round of groups keeps the others waiting")
    {
        const auto instructions = [](double groups) {
            return term(forecast(round_gpu(), {.groups = groups, .issue_slots = 600}, resident(4)),
                        Bound::instructions);
        };
        CHECK(instructions(10) == doctest::Approx(15.0));
        CHECK(instructions(2) == doctest::Approx(75.0));
        CHECK(instructions(11) ==
              doctest::Approx(150.0 / 5.5)); // one unit has two, so 5.5 are busy in the mean
    }

    TEST_CASE(
        "a launch is repeated until it fills the device four times, and what its groups add up stays one sum")
    {
        const LaunchWork work{.groups = 4, .issue_slots = 600, .atomic_lanes = 80, .atomic_lines = 2};
        CHECK_FALSE(fills(round_gpu(), work, resident(4)));
        CHECK(copies_to_fill(round_gpu(), work, resident(4)) == 40);
        const LaunchWork all = repeated(work, 40);
        CHECK(all.groups == 160);
        CHECK(fills(round_gpu(), all, resident(4)));
        CHECK(all.issue_slots == 24000);
        CHECK(all.atomic_lanes == 3200);
        CHECK(all.atomic_lines == 2);
        CHECK(all.copies == 40);
    }

    TEST_CASE("where a model of the caches tells what memory moves, that counts")
    {
        const LaunchWork work{.groups = 40, .sectors_read = 100, .memory_bytes = 6400};
        CHECK(term(forecast(round_gpu(), work, resident(4)), Bound::memory) == doctest::Approx(64.0));
    }

    TEST_CASE("atomics go one after another in a line, and side by side in many")
    {
        // 80 / 8 = 10 ns at the most; in 2 lines 40 each, at 2 ns: 80 ns; in 40 lines 4 ns, so 10
        CHECK(term(forecast(round_gpu(), {.atomic_lanes = 80, .atomic_lines = 2}, resident(1)),
                   Bound::atomics) == doctest::Approx(80.0));
        CHECK(term(forecast(round_gpu(), {.atomic_lanes = 80, .atomic_lines = 40}, resident(1)),
                   Bound::atomics) == doctest::Approx(10.0));
    }

    TEST_CASE("a launch that does nothing takes no time")
    {
        const Forecast made = forecast(round_gpu(), {}, resident(1));
        CHECK(made.ns == 0.0);
        for (const double ns : made.terms_ns) CHECK(ns == 0.0);
    }

    TEST_CASE("sectors written in parts: at both ends of a shifted row, and all of a strided one")
    {
        CHECK(partial_sectors(4, 4) == 0.0);
        CHECK(partial_sectors(5, 4) == 2.0);
        CHECK(partial_sectors(8, 4) == 8.0);
        CHECK(partial_sectors(32, 4) == 32.0);
    }

    TEST_CASE("a profile without rates names those that it lacks, and the H200's has them all")
    {
        const std::filesystem::path devices = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "lens" / "devices";
        CHECK(read_profile(devices / "h200.json").rates.missing().empty());
        CHECK(read_profile(devices / "mi300x.json").rates.missing().size() == 13);
        Profile gpu = round_gpu();
        gpu.rates.second_ns = 0;
        CHECK(gpu.rates.missing() == std::vector<std::string>{"second_ns"});
    }
}
