// The runner of the ladders: what it refuses, and what it writes down.
#include "runner.hpp"
#include "base/paths.hpp"
#include "climb.hpp"
#include "ladder_double.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "results.hpp"
#include "same_machine.hpp"
#include "sizes.hpp"

#include <lockstep/failure.hpp>

#include <doctest/doctest.h>

#include <filesystem>

using namespace lockstep;
using namespace lockstep::bench;

namespace
{

const Registered right{std::make_unique<test::Doubling>("right", std::vector<std::string>{"doubled"})};
const Registered boastful{
    std::make_unique<test::Doubling>("boastful", std::vector<std::string>{"doubled"}, 1e6)};
const Registered wrong{std::make_unique<test::Doubling>(
    "wrong", std::vector<std::string>{"unguarded", "before_the_buffer", "forgetful", "in_place", "doubled"})};

void quiet(const std::string&) {}

std::vector<Refusal> verified(const std::string& ladder, const std::string& rung)
{
    Workbench bench(tool::own_source_dir());
    return verify_ladders(bench, {.ladders = {ladder}, .input = "random", .rung = rung, .file = {}}, quiet);
}

formats::DeviceResults measured(const std::string& ladder, const std::filesystem::path& file = {})
{
    Workbench bench(tool::own_source_dir());
    DeviceLimits limits(bench, true);
    return measure_ladders(
        bench, limits,
        {.ladders = {ladder}, .input = "", .rung = "", .file = file, .quick = true, .budget_seconds = 0.01},
        quiet);
}

} // namespace

TEST_SUITE_BEGIN("runner");

TEST_CASE("a right rung is not refused, at any size, with any candidate")
{
    CHECK(verified("right", "").empty());
}

TEST_CASE("a rung that writes behind its output is refused")
{
    const auto refusals = verified("wrong", "unguarded");
    REQUIRE(refusals.size() == 3); // one element, a thousand, and the other candidate
    CHECK(refusals[0].why == "the bytes behind an output of 4 bytes were overwritten");
    CHECK(refusals[0].rung == "wrong, random, 1 × 1: unguarded, -D FACTOR=2");
}

TEST_CASE("a rung that writes before its output is refused")
{
    const auto refusals = verified("wrong", "before_the_buffer");
    REQUIRE_FALSE(refusals.empty());
    CHECK(refusals[0].why.starts_with("the bytes before an output"));
}

TEST_CASE("a rung that leaves an element out is refused although an earlier rung wrote it")
{
    CHECK(verified("wrong", "").size() == 4 * 3);
    const auto refusals = verified("wrong", "forgetful");
    REQUIRE(refusals.size() == 3);
    CHECK(refusals[1].why.starts_with("out[999] is "));
}

TEST_CASE("a rung that changes its input is refused")
{
    const auto refusals = verified("wrong", "in_place");
    REQUIRE_FALSE(refusals.empty());
    CHECK(refusals[0].why == "an input of 4 bytes was overwritten");
}

TEST_CASE("a measured ladder holds its figures, its peer's and the device's limits")
{
    const auto results = measured("right");
    REQUIRE(results.ladders.size() == 1); // quick: one case
    const formats::LadderResult& ladder = results.ladders.front();
    REQUIRE(ladder.limits);
    CHECK(ladder.limits->copy_gbps > 0);
    REQUIRE(ladder.limits->clock_mhz); // of a CPU, which PoCL's device is
    CHECK(*ladder.limits->clock_mhz > 100);
    CHECK(*ladder.limits->clock_mhz < 10'000);
    CHECK(ladder.unit == "GB/s");
    REQUIRE_FALSE(ladder.rungs.empty());
    const formats::RungResult& rung = ladder.rungs.front();
    CHECK(rung.verified == true);
    CHECK(rung.parameters.value().at("FACTOR") == 2);
    REQUIRE(rung.figures);
    CHECK(rung.figures->best >= rung.figures->median);
    REQUIRE_FALSE(ladder.peers.empty());
    CHECK(ladder.peers.front().median == 1.049); // 512 KiB in half a millisecond
    CHECK(ladder.peers.front().version == "clockwork 1.0");
    CHECK(rung.figures->of("clock"));
    CHECK_FALSE(has_refusals(results));
}

TEST_CASE("a ladder that is climbed twice is tuned and verified once, and holds spreads")
{
    Workbench bench(tool::own_source_dir());
    DeviceLimits limits(bench, true);
    const auto results = measure_ladders(bench, limits,
                                         {.ladders = {"right"},
                                          .input = "random",
                                          .rung = "",
                                          .file = {},
                                          .quick = false,
                                          .budget_seconds = 0.01,
                                          .repeats = 2},
                                         quiet);
    const formats::RungResult& rung = results.ladders.front().rungs.front();
    REQUIRE(rung.figures);
    CHECK(rung.tried.size() == 2);
    CHECK(rung.figures->repeats == 2);
    CHECK(rung.figures->spread);
    CHECK(rung.figures->of_peer_spread.contains("clock"));
    CHECK(results.ladders.front().limit_spread.contains("copy_gbps"));
}

TEST_CASE("a case that may take no time is climbed once, with the first candidate of each rung")
{
    Workbench bench(tool::own_source_dir());
    DeviceLimits limits(bench, true);
    const auto results = measure_ladders(bench, limits,
                                         {.ladders = {"right"},
                                          .input = "random",
                                          .rung = "",
                                          .file = {},
                                          .quick = false,
                                          .budget_seconds = 0.01,
                                          .repeats = 3,
                                          .case_seconds = 0},
                                         quiet);
    const formats::RungResult& rung = results.ladders.front().rungs.front();
    REQUIRE(rung.figures);
    CHECK(rung.tried.size() == 1);
    CHECK_FALSE(rung.figures->repeats);
    CHECK_FALSE(rung.figures->spread);
}

TEST_CASE("curves over sizes end at the timed extent, with a point for each size that is not too slow")
{
    Workbench bench(tool::own_source_dir());
    DeviceLimits limits(bench, true);
    const auto curves = measure_sizes(bench, limits,
                                      {.ladders = {"right"},
                                       .input = "random",
                                       .rung = "",
                                       .file = {},
                                       .quick = true,
                                       .budget_seconds = 0.01},
                                      quiet);
    const formats::SizeCurve& curve = curves.curves.front();
    CHECK(curve.unit == "GB/s");
    REQUIRE(curve.lines.size() == 2);
    CHECK(curve.lines[0].name == "doubled");
    CHECK(curve.lines[1].is_peer);
    REQUIRE(curve.lines[0].points.size() == 2);
    CHECK(curve.lines[0].points[0].elements == 16384);
    CHECK(curve.lines[0].points[1].elements == 65536);
}

TEST_CASE("a wrong rung has no figure, and says why")
{
    const auto results = measured("wrong");
    const std::vector<formats::RungResult>& rungs = results.ladders.front().rungs;
    REQUIRE(rungs.size() == 5);
    CHECK(rungs[2].name == "forgetful");
    CHECK_FALSE(rungs[2].figures);
    CHECK(rungs[2].verified == false);
    CHECK(rungs[2].refused.value().starts_with("out["));
    CHECK(rungs[4].figures);
    CHECK(has_refusals(results));
}

TEST_CASE("a figure above what the device can do is refused")
{
    const formats::RungResult rung = measured("boastful").ladders.front().rungs.front();
    CHECK_FALSE(rung.figures);
    CHECK(rung.refused.value().ends_with("is more than the device can do"));
}

TEST_CASE("a reader's kernel is measured beside the rung of the same name")
{
    const auto rungs =
        measured("right", tool::own_source_dir() / "tests/bench/doubling.cl").ladders.front().rungs;
    REQUIRE(rungs.size() == 2);
    CHECK(rungs[1].name == "doubled*");
    CHECK(rungs[1].idea == "yours: doubling.cl");
    CHECK(rungs[1].figures);
}

TEST_CASE("a reader's file without a fitting kernel is an error that names what would fit")
{
    Workbench bench(tool::own_source_dir());
    const RunOptions options{.ladders = {"right"},
                             .input = "",
                             .rung = "",
                             .file = (tool::own_source_dir() / "bench/limits.cl").string()};
    CHECK_THROWS_WITH_AS(verify_ladders(bench, options, quiet), doctest::Contains("doubled: doubled"),
                         Failure);
}

TEST_CASE("an unknown ladder, case or rung is an error that names what there is")
{
    Workbench bench(tool::own_source_dir());
    const auto failing = [&](const RunOptions& options, const char* named) {
        CHECK_THROWS_WITH_AS(verify_ladders(bench, options, quiet), doctest::Contains(named), Failure);
    };
    failing({.ladders = {"snake"}, .input = "", .rung = "", .file = {}}, "boastful, right, wrong");
    failing({.ladders = {"right"}, .input = "ones", .rung = "", .file = {}}, "random, zeros");
    failing({.ladders = {"right"}, .input = "", .rung = "tripled", .file = {}}, "one of doubled");
}

TEST_CASE(
    "every ladder's results are one JSON object with a rung a line, and its text gives the same results")
{
    Workbench bench(tool::own_source_dir());
    const auto results = with_origin(bench.device(), "lockstep bench right", measured("right"));
    CHECK(results.ladders.front().command == "lockstep bench right");
    REQUIRE(results.ladders.front().machine);
    CHECK(results.ladders.front().machine->opencl.starts_with("OpenCL "));
    CHECK(results.ladders.front().machine->system == results.origin.system);
    const std::string text = text_of(results);
    CHECK(text_of(formats::parse_device_results(text, "again")) == text);
    CHECK(text.find("\n    {\"name\":\"doubled\"") != std::string::npos);
}

TEST_CASE("a chart holds every rung that has a figure")
{
    Workbench bench(tool::own_source_dir());
    const std::string drawn =
        chart_of(with_origin(bench.device(), "lockstep bench right", measured("right")));
    CHECK(drawn.starts_with("<svg"));
    CHECK(drawn.find("doubled") != std::string::npos);
    CHECK(drawn.find("clock") != std::string::npos);
    CHECK(drawn.find("Doubling, random") != std::string::npos);
    CHECK(drawn.find("percent of the device's copy bandwidth") != std::string::npos);
    const std::string refused = chart_of(with_origin(bench.device(), "lockstep bench", measured("boastful")));
    CHECK(refused.find("doubled") == std::string::npos);
}

TEST_CASE("a file of results keeps the ladders that were not measured again")
{
    const auto results = [](const char* device, const char* name, const char* chapter) {
        formats::DeviceResults made;
        made.origin.device = device;
        made.origin.driver = "1";
        formats::LadderResult& ladder = made.ladders.emplace_back();
        ladder.name = name;
        ladder.input = "random";
        ladder.chapter = chapter;
        return made;
    };
    const auto names = [](const formats::DeviceResults& all) {
        std::string text;
        for (const formats::LadderResult& ladder : all.ladders) text += ladder.name + " ";
        return text;
    };
    const ScratchFolder scratch;
    const std::string file = (scratch.path() / "results.json").string();
    const auto after = [&](const std::string& text) {
        write_text(file, text);
        return earlier_results(file);
    };
    const auto scan = results("GPU", "scan", "19-scan");
    CHECK(names(joined(scan, earlier_results(file))) == "scan ");
    CHECK(names(joined(scan, after(text_of(results("GPU", "reduction", "17-reduction"))))) ==
          "reduction scan ");
    CHECK(names(joined(scan, after(text_of(scan)))) == "scan ");
    auto both = scan; // of two cases the second is measured again
    both.ladders.push_back(scan.ladders.front());
    both.ladders.front().input = "constant";
    CHECK(joined(scan, both).ladders.front().input == "constant");
    CHECK(names(joined(scan, after("no results"))) == "scan ");
    CHECK(names(joined(scan, after(""))) == "scan ");
    CHECK_THROWS_WITH_AS(after(R"({"device": "GPU", "ladders": [{"name": "scan"}]})"),
                         doctest::Contains("results.json"), Failure);
}

TEST_CASE(
    "a machine that is not the one of the file is refused with both figures and a name of its own to type")
{
    formats::DeviceResults earlier;
    earlier.origin.device = "CPU";
    earlier.origin.driver = "1";
    for (const double fma : {490.0, 230.0, 500.0}) { // one of them was another machine's
        formats::LimitFigures& limits = earlier.ladders.emplace_back().limits.emplace();
        limits.copy_gbps = 50;
        limits.read_gbps = 40;
        limits.fma_gflops = fma;
    }
    const Recorded recorded = recorded_in(earlier);
    const auto now = [&](double copy, double fma, bool is_cpu) {
        formats::LimitFigures limits;
        limits.copy_gbps = copy;
        limits.read_gbps = 40;
        limits.fma_gflops = fma;
        return recorded_now(earlier.origin, limits, is_cpu);
    };
    const std::string file = "bench/results/pocl-ladders.json";
    CHECK_NOTHROW(require_same_machine(now(50, 585, true), recorded, file));
    CHECK_NOTHROW(require_same_machine(now(50, 395, true), recorded, file));
    CHECK_THROWS_WITH_AS(require_same_machine(now(50, 590, true), recorded, file),
                         doctest::Contains("multiply and add 590 GFLOP/s now, but"), Failure);
    CHECK_THROWS_WITH_AS(require_same_machine(now(50, 229, true), recorded, file),
                         doctest::Contains("holds 490 GFLOP/s"), Failure);
    CHECK_THROWS_WITH_AS(require_same_machine(now(50, 229, true), recorded, file),
                         doctest::Contains("try: --json bench/results/NAME-ladders.json"), Failure);
    CHECK_NOTHROW(require_same_machine(now(90, 490, true), recorded, file)); // a CPU's memory is shared
    CHECK_THROWS_WITH_AS(require_same_machine(now(90, 490, false), recorded, file),
                         doctest::Contains("copy 90 GB/s now"), Failure);
    Recorded other = recorded;
    other.origin.driver = "2";
    CHECK_THROWS_WITH_AS(require_same_machine(now(50, 490, true), other, file),
                         doctest::Contains("  CPU, driver 2,\nand this is\n  CPU, driver 1."), Failure);
    CHECK_NOTHROW(
        require_same_machine(Recorded{earlier.origin, {}}, recorded, file)); // a quick look has no limits
}

TEST_CASE("a ladder that is kept keeps the limits it was held against, and when that was")
{
    const auto results = [](const char* name, const char* chapter, double limit) {
        formats::DeviceResults made;
        made.origin.date = limit > 50 ? "2026-02-02" : "2026-01-01";
        formats::LadderResult& ladder = made.ladders.emplace_back();
        ladder.name = name;
        ladder.chapter = chapter;
        ladder.limits.emplace().copy_gbps = limit;
        return made;
    };
    const formats::DeviceResults earlier = results("reduction", "17-reduction", 40);
    const formats::DeviceResults both = joined(results("scan", "19-scan", 60), earlier);
    REQUIRE(both.ladders.size() == 2);
    CHECK(limits_of(both, both.ladders[0])->copy_gbps == 40);
    CHECK(formats::origin_of(both, both.ladders[0]).date == "2026-01-01");
    CHECK(limits_of(both, both.ladders[1])->copy_gbps == 60);
    CHECK_FALSE(both.limits);

    formats::DeviceResults old = earlier; // a file whose ladders share one set of limits
    old.limits = old.ladders.front().limits;
    old.ladders.front().limits.reset();
    const formats::DeviceResults mixed = joined(results("scan", "19-scan", 60), old);
    CHECK(limits_of(mixed, mixed.ladders[0])->copy_gbps == 40);
    CHECK(limits_of(mixed, mixed.ladders[1])->copy_gbps == 60);
}

TEST_SUITE_END();
