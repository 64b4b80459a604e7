// Tests of the forecasts of the ladders' rungs: the recorded table is what the program computes, and the scaling by hand.
#include "lens/forecasts.hpp"

#include "base/paths.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace lockstep;
using namespace lockstep::tool;

namespace
{

namespace fs = std::filesystem;

const fs::path results = source_dir() / "bench" / "results";

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

/// What is forecast for a rung of the reduction that was counted so, in slots.
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
    const auto record = forecast_record(h200(), counts, measured, *curves);
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
            const auto record = forecast_record(profile_of(id), counts, measured, curves_for(results, id));
            CHECK(record.rows.size() == measured_rungs(measured).size());
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
              doctest::Approx(1000 + 2.0 * 268435456));
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
        CHECK(slots_forecast(small, large) == doctest::Approx(28 * 2.0 * 268435456));
    }

    TEST_CASE("launches of several shapes are scaled as their sum")
    {
        CHECK(slots_forecast({launch(256, 131072), launch(1, 0)},
                             {launch(1024, 524288), launch(4, 0), launch(1, 0)}) ==
              doctest::Approx(2.0 * 268435456));
    }

    TEST_CASE("what an element's work is, a device without curves takes from another's")
    {
        CHECK_FALSE(formats::find_size_curves(results, "h100"));
        const formats::SizeCurves curves = curves_for(results, "h100");
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
        CHECK_THROWS_AS(
            forecast_record(h200(), counts, formats::read_device_results(results, "h200"), *curves), Failure);
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
        kernel.work.emplace().issue_slots = 4 * 132 * 1980;
        report.kernels.push_back(kernel);
        report.kernels.back().sampled_groups = 16;
        add_forecasts(report, h200(), results);
        REQUIRE(report.kernels.front().forecast);
        CHECK(report.kernels.front().forecast->microseconds == doctest::Approx(1.0));
        CHECK(forecast_text(*report.kernels.front().forecast) == "about 1 us, bound by instructions");
        CHECK_FALSE(report.kernels.back().forecast);
        CHECK(forecast_text(
                  {.microseconds = 1500,
                   .bound = "memory",
                   .terms = {{"memory", 1500}, {"latency", 149}, {"instructions", 0.5}, {"atomics", 750}}}) ==
              "about 1.5 ms, bound by memory   (alone: atomics 750 us)");
    }

    TEST_CASE("a launch that does not fill the GPU has no forecast, and the report says why")
    {
        formats::LensReport report;
        formats::LensKernel& kernel = report.kernels.emplace_back();
        kernel.work_groups = kernel.sampled_groups = 132 * 8 - 1;
        kernel.local_size = {256, 1, 1};
        kernel.work.emplace().issue_slots = 4 * 132 * 1980;
        add_forecasts(report, h200(), results);
        CHECK_FALSE(report.kernels.front().forecast);
        CHECK(report.forecast_error.starts_with("A launch too small to fill the GPU has no forecast"));
        report.kernels.push_back(report.kernels.front());
        report.kernels.back().work_groups = report.kernels.back().sampled_groups = 132 * 8;
        add_forecasts(report, h200(), results);
        CHECK_FALSE(report.kernels.front().forecast);
        CHECK(report.kernels.back().forecast);
        CHECK(report.forecast_error.find("too small to fill the GPU") != std::string::npos);
        CHECK(report.forecast_error.starts_with(forecast_error_of(h200(), results)));
    }
}
