// Tests of the forecasts of the ladders' rungs: the recorded table is what the program computes, and the scaling by hand.
#include "lens/forecasts.hpp"

#include "ladders/forecast_records.hpp"
#include "ladders/ladder_runner.hpp"

#include "base/paths.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

using namespace lockstep;
using namespace lockstep::tool;

namespace
{

namespace fs = std::filesystem;

const fs::path results = source_dir() / "bench" / "results";
const fs::path times = source_dir() / "lens" / "validation" / "times";

lens::Profile profile_of(const std::string& id)
{
    return lens::read_profile(source_dir() / "lens" / "devices" / (id + ".json"));
}

lens::Profile h200()
{
    return profile_of("h200");
}

/// A launch that is bound by its instructions.
formats::CountedLaunch launch(std::uint64_t groups, std::uint64_t slots)
{
    formats::CountedLaunch one;
    one.kernel = "any";
    one.work_groups = groups;
    one.group_size = 256;
    one.work.issue_slots = slots;
    return one;
}

/// Sums of elements in a line, as at the sizes that were counted and measured.
LadderSizes sizes_of_sums()
{
    LadderSizes sizes;
    for (const std::uint64_t elements :
         {std::uint64_t{65536}, std::uint64_t{262144}, std::uint64_t{1} << 28U})
        sizes.add("reduction",
                  {.columns = elements, .rows = 1, .results = 1, .work = static_cast<double>(elements)});
    return sizes;
}

/// What is forecast for a rung of the reduction that was counted so, in slots; up to the last round of groups, which does not fill the
/// device.
double slots_forecast(const std::vector<formats::CountedLaunch>& small,
                      const std::vector<formats::CountedLaunch>& large)
{
    const auto measured = formats::read_device_results(results, "h200");
    const auto curves = formats::find_size_curves(results, "h200");
    REQUIRE(curves);
    formats::CountsAtTwoSizes counts{.device = "h200", .rungs = {}};
    counts.rungs.push_back({.ladder = "reduction",
                            .input = "random",
                            .rung = "tree_sequential",
                            .parameters = {{"GROUP", 256}},
                            .sizes = {{65536, 1, small}, {262144, 1, large}}});
    const auto record = forecast_record(h200(), counts, measured, *curves, sizes_of_sums());
    REQUIRE(record.rows.size() == 1);
    CHECK(record.rows.front().bound == "instructions");
    return record.rows.front().forecast_ms * 1e6 * 4 * 132 * 1.98;
}

} // namespace

TEST_SUITE("forecasts")
{

    TEST_CASE("the recorded forecasts are those that the program makes of the recorded counts")
    {
        auto counts = formats::read_counts_at_two_sizes(results / "launch-counts.json");
        CHECK(read_text(results / "launch-counts.json") == formats::text_of(counts));
        tell_registers(counts, formats::read_device_counters(results / "h200-rung-counters.json"));
        for (const std::string id : {"h200", "h100"}) {
            const auto measured = formats::read_device_results(results, id);
            const formats::SizeCurves curves = curves_for(results, id);
            const LadderSizes sizes = ladder_sizes(ladder_runner(), counts, measured, curves);
            const auto record =
                forecast_record(profile_of(id), counts, measured, curves, sizes, small_launches(times, id));
            CHECK(record.errors.front().rungs == measured_rungs(measured, sizes).size());
            CHECK(read_text(results / (id + "-forecast.json")) == formats::text_of(record));
        }
    }

    TEST_CASE("registers are told of the rung, kernel and parameters that they were counted of")
    {
        const formats::CountedRung rung{.ladder = "turn",
                                        .input = "square",
                                        .rung = "whole",
                                        .parameters = {{"GROUP", 64}},
                                        .sizes = {{.columns = 1, .rows = 1, .launches = {launch(1, 1)}}}};
        formats::CountsAtTwoSizes counts{.device = "h200", .rungs = {rung, rung}};
        counts.rungs[1].parameters["GROUP"] = 32;
        const std::string kernel = counts.rungs[0].sizes[0].launches[0].kernel;
        formats::RungCounters counted{
            .ladder = "turn",
            .input = "square",
            .rung = "whole",
            .parameters = {{"GROUP", 64}},
            .kernels = {{.name = kernel + "s", .registers = 99}, {.name = kernel, .registers = 24}}};
        tell_registers(counts, {.origin = {}, .profiler = "", .rungs = {counted}});
        CHECK(counts.rungs[0].sizes[0].launches[0].registers == 24);
        CHECK(counts.rungs[1].sizes[0].launches[0].registers == 0);
    }

    TEST_CASE("counts grow by a part with the work and a part that stays")
    {
        // 1000 + 2 an element; 2^28 elements
        CHECK(slots_forecast({launch(256, 132072)}, {launch(1024, 525288)}) ==
              doctest::Approx(1000 + 2.0 * 268435456).epsilon(1e-4));
    }

    TEST_CASE("groups that do not grow are those of one compute unit")
    {
        CHECK(slots_forecast({launch(8, 132072)}, {launch(8, 525288)}) ==
              doctest::Approx(132 * 1000 + 2.0 * 268435456));
    }

    TEST_CASE("launches of one shape grow in number with the logarithm")
    {
        // 16 and 18 launches of 2 an element each: one more a doubling, 28 at 2^28
        const std::vector<formats::CountedLaunch> small(16, launch(256, 131072));
        const std::vector<formats::CountedLaunch> large(18, launch(1024, 524288));
        CHECK(slots_forecast(small, large) == doctest::Approx(28 * 2.0 * 268435456).epsilon(1e-4));
    }

    TEST_CASE("launches of several shapes are scaled as their sum")
    {
        CHECK(slots_forecast({launch(256, 131072), launch(1, 0)},
                             {launch(1024, 524288), launch(4, 0), launch(1, 0)}) ==
              doctest::Approx(2.0 * 268435456).epsilon(1e-4));
    }

    TEST_CASE("a ladder of n^3 is told of a doubled size by its own growth, and wrongly by that of elements")
    {
        // 50 a result and 2 a product of n x n matrices, counted at 64 and 128 and told of 256
        const auto counted = [](std::uint64_t n) {
            return formats::CountedSize{n, n, {launch(n * n / 256, 50 * n * n + 2 * n * n * n)}};
        };
        const formats::CountedRung rung{.ladder = "cubes",
                                        .input = "square",
                                        .rung = "naive",
                                        .parameters = {},
                                        .sizes = {counted(64), counted(128)}};
        const auto told = [&](auto size_of) {
            LadderSizes sizes;
            for (const double n : {64.0, 128.0, 256.0}) sizes.add("cubes", size_of(n));
            return work_at(rung, sizes, *sizes.of("cubes", 256, 256), h200()).issue_slots;
        };
        const auto size = [](double n, double results, double work) {
            const auto side = static_cast<std::uint64_t>(n);
            return LadderSize{.columns = side, .rows = side, .results = results, .work = work};
        };
        const double right = 50.0 * 256 * 256 + 2.0 * 256 * 256 * 256;
        CHECK(told([&](double n) { return size(n, n * n, n * n * n); }) == doctest::Approx(right));
        CHECK(told([&](double n) { return size(n, 2 * n, n * n); }) < 0.9 * right);
    }

    TEST_CASE("what an element's work is, a device without a ladder's curves takes from another's")
    {
        CHECK_FALSE(formats::find_size_curves(results, "none"));
        const formats::SizeCurves curves = curves_for(results, "none");
        REQUIRE(curves.find("scan", ""));
        CHECK(curves.find("scan", "")->work_per_element == 8); // a float read and a float written
    }

    TEST_CASE("where all rungs were measured with other parameters, nothing is forecast")
    {
        const auto curves = formats::find_size_curves(results, "h200");
        const formats::CountsAtTwoSizes counts{
            .device = "h200",
            .rungs = {{.ladder = "reduction",
                       .input = "random",
                       .rung = "tree_sequential",
                       .parameters = {{"GROUP", 64}},
                       .sizes = {{65536, 1, {launch(1, 1)}}, {262144, 1, {launch(4, 4)}}}}}};
        CHECK_THROWS_AS(forecast_record(h200(), counts, formats::read_device_results(results, "h200"),
                                        *curves, sizes_of_sums()),
                        Failure);
    }

    TEST_CASE("ranks: equal ones share their mean place")
    {
        CHECK(rank_correlation({1, 2, 3}, {10, 20, 30}) == doctest::Approx(1.0));
        CHECK(rank_correlation({1, 2, 3}, {3, 2, 1}) == doctest::Approx(-1.0));
        // Ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3: 4.5 / sqrt(4.5 * 5)
        CHECK(rank_correlation({1, 5, 5, 9}, {1, 2, 3, 4}) == doctest::Approx(0.948683));
        CHECK(rank_correlation({1}, {1}) == 0.0);
    }

    TEST_CASE("a profile without rates says so instead of a forecast")
    {
        const lens::Profile other = lens::read_profile(source_dir() / "lens" / "devices" / "mi300x.json");
        CHECK(forecast_error_of(other, results) ==
              "No forecast: the profile mi300x does not tell any of its rates.");
        formats::LensReport report;
        report.kernels.emplace_back();
        add_forecasts(report, other, results);
        CHECK_FALSE(report.kernels.front().forecast);
        lens::Profile lacking = h200();
        lacking.rates.local_ns = 0;
        CHECK(forecast_error_of(lacking, results) == "No forecast: the profile h200 does not tell local_ns.");
    }

    TEST_CASE("a launch that was counted whole has a forecast, and a sample has none")
    {
        formats::LensReport report;
        formats::LensKernel& kernel = report.kernels.emplace_back();
        kernel.work_groups = kernel.sampled_groups = 132 * 8; // as many as are resident at once
        kernel.local_size = {256, 1, 1};
        kernel.work.emplace().issue_slots = 20 * 4 * 132 * 1980;
        report.kernels.push_back(kernel);
        report.kernels.back().sampled_groups = 16;
        add_forecasts(report, h200(), results);
        REQUIRE(report.kernels.front().forecast);
        CHECK(report.kernels.front().forecast->microseconds == doctest::Approx(20.0));
        CHECK(forecast_text(*report.kernels.front().forecast) == "about 20 us, bound by instructions");
        CHECK_FALSE(report.kernels.back().forecast);
        CHECK(forecast_text(
                  {.microseconds = 1500,
                   .bound = "memory",
                   .terms = {{"memory", 1500}, {"latency", 149}, {"instructions", 0.5}, {"atomics", 750}}}) ==
              "about 1.5 ms, bound by memory   (alone: atomics 750 us)");
    }

    TEST_CASE("a launch that does not fill the GPU is told as its part of a full one, and the report says so")
    {
        formats::LensReport report;
        formats::LensKernel& kernel = report.kernels.emplace_back();
        kernel.work_groups = kernel.sampled_groups = 4;
        kernel.local_size = {256, 1, 1};
        kernel.work.emplace().issue_slots = 4 * 132 * 1980;
        add_forecasts(report, h200(), results);
        REQUIRE(report.kernels.front().forecast);
        const formats::LensForecast part = *report.kernels.front().forecast;
        CHECK(part.copies == 132 * 8); // until 132 units have had 8 groups four times
        CHECK(part.microseconds == doctest::Approx(1.0));
        CHECK(forecast_text(part) == "about 1 us of a full device, bound by instructions");
        CHECK(report.forecast_error.starts_with("A part of a full device is what"));
        CHECK(report.forecast_error.find("alone it takes about 9 us") != std::string::npos);
        report.kernels.push_back(report.kernels.front());
        report.kernels.back().work_groups = report.kernels.back().sampled_groups = 132 * 8;
        add_forecasts(report, h200(), results);
        CHECK(report.kernels.back().forecast->copies == 4); // full, but over before another could start
        report.kernels.back().work->issue_slots *= 20;
        add_forecasts(report, h200(), results);
        CHECK(report.kernels.back().forecast->copies == 1);
        CHECK(report.forecast_error.starts_with(forecast_error_of(h200(), results)));
        CHECK(report.forecast_error.find("A part of a full device") != std::string::npos);
    }

    TEST_CASE("where lines decide, the forecast is a range, and else it is none")
    {
        formats::LensReport report;
        formats::LensKernel& kernel = report.kernels.emplace_back();
        kernel.work_groups = kernel.sampled_groups = 132 * 8 * 100;
        kernel.local_size = {256, 1, 1};
        kernel.work.emplace().lines = 32ULL * 132 * 1980 * 1000;
        kernel.global_load.requests = 132ULL * 1980 * 1000;
        report.kernels.push_back(kernel);
        report.kernels.back().local_load.wavefronts = 40ULL * 132 * 1980 * 1000;
        add_forecasts(report, h200(), results);
        REQUIRE(report.kernels.front().forecast);
        CHECK(report.kernels.front().remarks ==
              std::vector<std::string>{
                  "its forecast is 8 ms to 32 ms: the longer where the words of a load share a "
                  "bank of the first level, as in rows of a power of two, the shorter where each "
                  "has a bank of its own"});
        CHECK(report.kernels.back().forecast->bound == "first level");
        CHECK(report.kernels.back().remarks.size() == 1);
        report.kernels.back().remarks.clear();
        report.kernels.back().local_load.wavefronts *= 10; // local memory decides
        report.kernels.front().remarks.clear();
        report.kernels.front().global_load.requests *= 32; // a line each
        add_forecasts(report, h200(), results);
        CHECK(report.kernels.back().remarks.empty());
        CHECK(report.kernels.front().remarks.empty());
    }

    TEST_CASE("private memory and images leave a launch without a forecast, and constant memory does not")
    {
        formats::LensReport report;
        formats::LensKernel kernel;
        kernel.work_groups = kernel.sampled_groups = 4;
        kernel.local_size = {256, 1, 1};
        kernel.work.emplace().issue_slots = 1000;
        for (const char* memory : {"private memory", "sectors of images", "constant memory"}) {
            kernel.not_counted = {memory};
            report.kernels.push_back(kernel);
        }
        add_forecasts(report, h200(), results);
        CHECK_FALSE(report.kernels[0].forecast);
        CHECK_FALSE(report.kernels[1].forecast);
        CHECK(report.kernels[2].forecast);
    }

    TEST_CASE("sub-groups of ragged matrices are scaled with the results, and never vanish")
    {
        // Depths of 63 and 127 of the same tiles: by the two sizes alone, the groups would fall as the work grows.
        const auto measured = formats::read_device_results(results, "h200");
        const auto curves = formats::find_size_curves(results, "h200");
        REQUIRE(curves);
        const formats::LadderResult* ladder = measured.find_ladder("matrix_multiply", "ragged");
        REQUIRE(ladder);
        const formats::RungResult* rung = ladder->find_rung("tile");
        REQUIRE(rung);
        formats::CountedLaunch waiting = launch(64, 0);
        waiting.work.waits = 1000;
        formats::CountedLaunch longer = waiting;
        longer.work.waits = 2266; // as the work grows
        formats::CountsAtTwoSizes counts{.device = "h200", .rungs = {}};
        counts.rungs.push_back({.ladder = "matrix_multiply",
                                .input = "ragged",
                                .rung = "tile",
                                .parameters = rung->parameters.value_or(formats::Parameters{}),
                                .sizes = {{127, 113, {waiting}}, {127, 127, {longer}}}});
        LadderSizes sizes;
        const auto add = [&](double columns, double rows, double depth) {
            sizes.add("matrix_multiply", {.columns = static_cast<std::uint64_t>(columns),
                                          .rows = static_cast<std::uint64_t>(rows),
                                          .results = columns * rows,
                                          .work = columns * rows * depth,
                                          .groups = columns * rows});
        };
        add(127, 113, 63);
        add(127, 127, 127);
        const auto extent =
            rung->figures->extent.value_or(formats::ResultExtent{ladder->columns, ladder->rows});
        const auto columns = static_cast<double>(extent.columns), rows = static_cast<double>(extent.rows);
        add(columns, rows, (columns + rows) / 2);
        const auto record = forecast_record(h200(), counts, measured, *curves, sizes);
        CHECK(record.rows.front().bound == "latency");
        CHECK(record.rows.front().forecast_ms > 0);
    }

    TEST_CASE(
        "small launches stand in the record for as much work as was measured, with the pairs they are in")
    {
        const auto kernel = [](const std::string& variant, std::uint64_t slots) {
            return formats::CountedKernel{
                .of = "1-a/1-b", .job = "sum", .variant = variant, .times = 1000, .launch = launch(4, slots)};
        };
        const SmallLaunches small{
            .counted = {kernel("right", 4 * 132 * 1980), kernel("slow", 8 * 132 * 1980), kernel("odd", 4000)},
            .timed = {{"1-a/1-b", "sum", "right", 2.0},
                      {"1-a/1-b", "sum", "slow", 3.5},
                      {"1-a/1-b", "sum", "odd", 9}}};
        const auto curves = formats::find_size_curves(results, "h200");
        REQUIRE(curves);
        auto counts = formats::read_counts_at_two_sizes(results / "launch-counts.json");
        counts.rungs.resize(1);
        LadderSizes sizes;
        for (const auto& [columns, rows] :
             {std::pair{4096.0, 64.0}, {4096.0, 256.0}, {132 * 262144.0, 8192.0}})
            sizes.add("first_ladder", {.columns = static_cast<std::uint64_t>(columns),
                                       .rows = static_cast<std::uint64_t>(rows),
                                       .results = columns,
                                       .work = columns * rows});
        const auto record = forecast_record(h200(), counts, formats::read_device_results(results, "h200"),
                                            *curves, sizes, small);
        REQUIRE(record.rows.size() == 4);
        CHECK(record.rows[1].forecast_ms == doctest::Approx(1.0));
        CHECK(record.rows[2].forecast_ms == doctest::Approx(2.0));
        CHECK(record.rows[2].measured_ms == 3.5);
        REQUIRE(record.errors[1].of == "small");
        CHECK(record.errors[1].rungs == 3);
        CHECK(record.errors[0].rungs == 1);
        CHECK(record.errors[1].pairs == 3);
        CHECK(record.errors[1].wrong_pairs == 2); // both with `odd`, which is said to take next to nothing
        CHECK(record.errors[1].wrong_clear_pairs == 2);
    }
}
