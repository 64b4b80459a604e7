// Tests of the lens's command line and of what needs no Oclgrind: targets, sums of launches, sentences.
#include "lens/advice.hpp"
#include "lens/report.hpp"
#include "lens/targets.hpp"
#include "lens_tree.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

using Json = nlohmann::ordered_json;

// A launch of a kernel with one line that loads and one that stores to local memory.
Json launch_of(const std::string& name, int number, int sectors, int passes, double simd = 1.0)
{
    const Json nothing = {
        {"requests", 0}, {"sectors", 0}, {"ideal_sectors", 0}, {"efficiency", 1.0}, {"bytes", 0}};
    const Json none_local = {
        {"requests", 0}, {"wavefronts", 0}, {"conflicts", 0}, {"efficiency", 1.0}, {"bytes", 0}};
    Json kernel = {
        {"name", name},
        {"launch", number},
        {"launches", 1},
        {"global_size", {64, 1, 1}},
        {"local_size", {32, 1, 1}},
        {"work_groups", 2},
        {"sampled_groups", 2},
        {"local_bytes", 128},
        {"global_load", {{"requests", 2}, {"sectors", sectors}, {"ideal_sectors", 8}, {"bytes", 256}}},
        {"global_store", nothing},
        {"local_load", none_local},
        {"local_store", {{"requests", 2}, {"wavefronts", passes}, {"conflicts", passes - 2}, {"bytes", 256}}},
        {"atomics", {{"requests", 0}, {"lanes", 0}, {"same_address", 0}, {"conflicts", 0}}},
        {"simd_efficiency", simd},
        {"instructions", 10},
        {"branches", 4},
        {"divergent_branches", simd < 1.0 ? 4 : 0}};
    kernel["global_load"]["efficiency"] = 8.0 / sectors;
    kernel["local_store"]["efficiency"] = 2.0 / passes;
    kernel["lines"] = {{{"line", 3},
                        {"source", "a"},
                        {"space", "global"},
                        {"access", "load"},
                        {"requests", 2},
                        {"sectors", sectors},
                        {"ideal_sectors", 8},
                        {"efficiency", 8.0 / sectors}},
                       {{"line", 4},
                        {"source", "b"},
                        {"space", "local"},
                        {"access", "store"},
                        {"requests", 2},
                        {"wavefronts", passes},
                        {"conflicts", passes - 2},
                        {"efficiency", 2.0 / passes}}};
    kernel["control"] = {{{"line", 5},
                          {"source", "if"},
                          {"branches", 4},
                          {"divergent", simd < 1.0 ? 4 : 0},
                          {"simd_efficiency", simd}}};
    kernel["occupancy"] = {{"groups", 32}, {"waves", 32}, {"fraction", 0.5}, {"limit", "groups"}};
    return kernel;
}

Json report_of(const std::vector<Json>& kernels)
{
    return {{"device", "h200"}, {"kernels", kernels}};
}

std::string miss(const Json& report, const std::string& metric, std::optional<double> min,
                 std::optional<double> max)
{
    return missed({.kernel = "k", .metric = metric, .min = min, .max = max}, report, "k.cl").value_or("met");
}

} // namespace

TEST_SUITE("lens_words")
{
    TEST_CASE("launches of a kernel are added up, and ratios come from the sums")
    {
        const Json sum = all_launches(
            report_of({launch_of("k", 0, 8, 2), launch_of("other", 1, 64, 2), launch_of("k", 2, 56, 6, 0.5)}),
            "k");
        CHECK(metric_of(sum, "launches") == 2);
        CHECK(metric_of(sum, "global_load.sectors") == 64);
        CHECK(metric_of(sum, "global_load.efficiency") == doctest::Approx(16.0 / 64.0));
        CHECK(metric_of(sum, "local_store.efficiency") == doctest::Approx(4.0 / 8.0));
        CHECK(metric_of(sum, "local_store.conflicts") == 4);
        CHECK(metric_of(sum, "simd_efficiency") == doctest::Approx(0.75));
        CHECK(metric_of(sum, "divergent_branches") == 4);
        CHECK(sum.at("lines").size() == 2);
        CHECK(sum.at("lines")[0].at("sectors") == 64);
        CHECK(all_launches(report_of({}), "k").is_null());
    }

    TEST_CASE("of the occupancies the lowest counts")
    {
        Json low = launch_of("k", 1, 8, 2);
        low["occupancy"]["fraction"] = 0.25;
        const Json sum =
            all_launches(report_of({launch_of("k", 0, 8, 2), low, launch_of("k", 2, 8, 2)}), "k");
        CHECK(metric_of(sum, "occupancy.fraction") == 0.25);
    }

    TEST_CASE("a target is missed beyond its bound and met on it")
    {
        const Json report = report_of({launch_of("k", 0, 16, 4, 0.5)});
        CHECK(miss(report, "global_load.efficiency", 0.5, {}) == "met");
        CHECK(miss(report, "global_load.efficiency", 0.51, {}) ==
              "k.cl:3: each load request touches 8 sectors where 4 would do; global_load.efficiency of 'k' "
              "is 0.5, the "
              "target is at least 0.51 (chapter 12)");
        CHECK(miss(report, "local_store.conflicts", {}, 2) == "met");
        CHECK(miss(report, "local_store.conflicts", {}, 0) ==
              "k.cl:4: each store request takes 2 passes through the banks where 1 would do; "
              "local_store.conflicts of "
              "'k' is 2, the target is at most 0 (chapter 13)");
        CHECK(contains(miss(report, "divergent_branches", {}, 0),
                       "k.cl:5: every time, the work-items of a sub-group"));
        CHECK(contains(
            miss(report, "occupancy.fraction", 0.6, {}),
            "k.cl: 32 work-groups fit on a compute unit, limited by groups; occupancy.fraction of 'k'"));
    }

    TEST_CASE("a value just below its target is printed so that they differ")
    {
        Json kernel = launch_of("k", 0, 8, 2);
        kernel["simd_efficiency"] = 0.98999;
        CHECK(contains(miss(report_of({kernel}), "simd_efficiency", 0.99, {}),
                       "is 0.98999, the target is at least 0.99"));
    }

    TEST_CASE("metrics are the agreed paths and no others")
    {
        for (const char* metric : {"global_store.efficiency", "local_load.conflicts", "simd_efficiency",
                                   "divergent_branches", "occupancy.fraction", "atomics.same_address"})
            CHECK(lockstep::formats::is_lens_metric(metric));
        for (const char* metric :
             {"global_store", "global_store.conflicts", "local_load.sectors", "efficiency", ""})
            CHECK_FALSE(lockstep::formats::is_lens_metric(metric));
    }

    TEST_CASE("equal launches are told once, different ones apart, and more than six different ones as a sum")
    {
        const std::vector<ToldLaunches> told = told_launches(
            report_of({launch_of("k", 0, 8, 2), launch_of("k", 1, 8, 2), launch_of("k", 2, 16, 2)}));
        REQUIRE(told.size() == 2);
        CHECK(told[0].times == 2);
        CHECK(told[0].launches == std::vector<std::uint64_t>{1, 2});
        CHECK_FALSE(told[0].only);
        CHECK(told[1].times == 1);
        std::vector<Json> many;
        for (int i = 0; i < 7; ++i) many.push_back(launch_of("k", i, 8 + i, 2));
        const std::vector<ToldLaunches> summed = told_launches(report_of(many));
        REQUIRE(summed.size() == 1);
        CHECK(summed[0].summed);
        CHECK(summed[0].times == 7);
        CHECK(summed[0].kernel.at("global_load").at("sectors") == 8 * 7 + 21);
    }

    TEST_CASE("advice puts the costliest line first and is silent about what wastes nothing")
    {
        CHECK(advice_on(launch_of("k", 0, 8, 2)).empty());
        const std::vector<Advice> advice = advice_on(launch_of("k", 0, 64, 64));
        REQUIRE(advice.size() == 2);
        CHECK(advice[0].line == 4);
        CHECK(advice[0].chapter == 13);
        CHECK(advice[1].line == 3);
        CHECK(advice[1].chapter == 12);
    }

    TEST_CASE("the distance of neighbours is told, also when a few of them differ")
    {
        Json line = launch_of("k", 0, 64, 2).at("lines")[0];
        Json lanes = Json::array();
        for (int lane = 0; lane < 32; ++lane) lanes.push_back({lane, lane % 16 * 256 + lane / 16 * 4});
        line["sample"] = {{"bytes", 4}, {"lanes", lanes}};
        CHECK(contains(advice_on_access(line)->what, ": neighbouring work-items are 256 bytes apart"));
        for (Json& lane : lanes) lane[1] = lane[0].get<int>() * lane[0].get<int>() * 64;
        line["sample"]["lanes"] = lanes;
        CHECK(contains(advice_on_access(line)->what, ": its addresses are scattered"));
    }

    TEST_CASE("targets that cannot be meant stop every command with the file's name")
    {
        const LensTree unknown{R"([{"kernel": "turn", "metric": "global_store.speed", "min": 1}])"};
        CHECK(contains(unknown.run({"list"}).error,
                       "9-turn/exercise.json: \"lens\" names the metric 'global_store.speed'"));
        const LensTree unbounded{R"([{"kernel": "turn", "metric": "simd_efficiency"}])"};
        CHECK(contains(unbounded.run({"list"}).error, "says neither \"min\" nor \"max\""));
        const LensTree none{"[]"};
        CHECK(contains(none.run({"list"}).error, "\"lens\" has no target"));
    }

    TEST_CASE("what cannot be run under the lens is named")
    {
        if (find_program("oclgrind").empty()) return; // its absence is told first; see missing_pieces
        const LensTree tree;
        const auto error_of = [&](const std::vector<std::string>& words) {
            const ProcessResult result = tree.run(words);
            CHECK(result.status == 2);
            return result.error;
        };
        CHECK(contains(error_of({"lens"}), "A chapter, an exercise, or a program after --"));
        CHECK(contains(error_of({"lens", "99"}), "There is no chapter and no exercise '99'."));
        CHECK(contains(error_of({"lens", "--", "nowhere"}), "There is no program 'nowhere'."));
        CHECK(contains(error_of({"lens", "--", "/nowhere"}), "There is no program /nowhere."));
        CHECK(contains(error_of({"lens", "--", "/tmp"}), "/tmp is a folder, not a program."));
        tree.write("text", "");
        const std::string text = (tree.root() / "text").string();
        CHECK(error_of({"lens", "--", text}) ==
              text + " cannot be executed.\n  try: chmod +x " + text + "\n");
        CHECK(contains(error_of({"lens", "--device", "geforce", turn_id}),
                       "There is no profile of a device 'geforce'. There are: "));
        CHECK(
            contains(error_of({"lens", "--device", "x.json", turn_id}), "There is no profile file x.json."));
    }
}
