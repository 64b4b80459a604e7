// The runner of the ladders: what it refuses, and what it writes down.
#include "runner.hpp"
#include "base/paths.hpp"
#include "ladder_double.hpp"
#include "lockstep/scratch.hpp"
#include "results.hpp"

#include <lockstep/failure.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

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

nlohmann::ordered_json measured(const std::string& ladder, const std::filesystem::path& file = {})
{
    Workbench bench(tool::own_source_dir());
    return measure_ladders(
        bench,
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
    CHECK(results.at("limits").at("copy_gbps") > 0);
    REQUIRE(results.at("ladders").size() == 1); // quick: one case
    const auto& ladder = results.at("ladders")[0];
    CHECK(ladder.at("unit") == "GB/s");
    const auto& rung = ladder.at("rungs").at(0);
    CHECK(rung.at("verified") == true);
    CHECK(rung.at("parameters").at("FACTOR") == 2);
    CHECK(rung.at("best") >= rung.at("median"));
    CHECK(ladder.at("peers").at(0).at("median") == 1.049); // 512 KiB in half a millisecond
    CHECK(rung.at("of_peer").contains("clock"));
    CHECK_FALSE(has_refusals(results));
}

TEST_CASE("a wrong rung has no figure, and says why")
{
    const auto results = measured("wrong");
    const auto& rungs = results.at("ladders")[0].at("rungs");
    CHECK(rungs.at(2).at("name") == "forgetful");
    CHECK_FALSE(rungs.at(2).contains("median"));
    CHECK(rungs.at(2).at("verified") == false);
    CHECK(rungs.at(4).contains("median"));
    CHECK(has_refusals(results));
}

TEST_CASE("a figure above what the device can do is refused")
{
    const auto rung = measured("boastful").at("ladders")[0].at("rungs").at(0);
    CHECK_FALSE(rung.contains("median"));
    CHECK(rung.at("refused").get<std::string>().ends_with("is more than the device can do"));
}

TEST_CASE("a reader's kernel is measured beside the rung of the same name")
{
    const auto rungs = measured("right", (tool::own_source_dir() / "tests/bench/doubling.cl").string())
                           .at("ladders")[0]
                           .at("rungs");
    REQUIRE(rungs.size() == 2);
    CHECK(rungs.at(1).at("name") == "doubled*");
    CHECK(rungs.at(1).at("idea") == "yours: doubling.cl");
    CHECK(rungs.at(1).contains("median"));
}

TEST_CASE("a reader's file without a fitting kernel is an error that names what would fit")
{
    Workbench bench(tool::own_source_dir());
    const Wish wish{.ladders = {"right"},
                    .input = "",
                    .rung = "",
                    .file = (tool::own_source_dir() / "bench/limits.cl").string()};
    CHECK_THROWS_WITH_AS(verify_ladders(bench, wish, quiet), doctest::Contains("doubled: doubled"), Failure);
}

TEST_CASE("an unknown ladder, case or rung is an error that names what there is")
{
    Workbench bench(tool::own_source_dir());
    const auto failing = [&](const Wish& wish, const char* named) {
        CHECK_THROWS_WITH_AS(verify_ladders(bench, wish, quiet), doctest::Contains(named), Failure);
    };
    failing({.ladders = {"snake"}, .input = "", .rung = "", .file = {}}, "boastful, right, wrong");
    failing({.ladders = {"right"}, .input = "ones", .rung = "", .file = {}}, "random, zeros");
    failing({.ladders = {"right"}, .input = "", .rung = "tripled", .file = {}}, "one of doubled");
}

TEST_CASE("every ladder's results are one JSON object with a rung a line")
{
    Workbench bench(tool::own_source_dir());
    const auto results = with_origin(bench.device(), "lockstep bench right", measured("right"));
    const std::string text = json_text(results);
    CHECK(nlohmann::ordered_json::parse(text) == results);
    CHECK(text.find("\n    {\"name\":\"doubled\"") != std::string::npos);
    CHECK_THROWS_AS(write_text("/nowhere/results.json", text), Failure);
}

TEST_CASE("a chart holds every rung that has a figure, or says that gnuplot is missing")
{
    Workbench bench(tool::own_source_dir());
    const auto results = with_origin(bench.device(), "lockstep bench right", measured("right"));
    const lockstep::ScratchFolder scratch;
    const std::string file = (scratch.path() / "chart.svg").string();
    if (std::system("command -v gnuplot > /dev/null") != 0) {
        CHECK_THROWS_WITH_AS(draw_svg(results, file), doctest::Contains("gnuplot"), Failure);
        return;
    }
    draw_svg(results, file);
    std::ifstream stream{file};
    const std::string drawn{std::istreambuf_iterator<char>(stream), {}};
    CHECK(drawn.find("<svg") != std::string::npos);
    CHECK(drawn.find("doubled") != std::string::npos);
    CHECK(drawn.find("percent of copy") != std::string::npos);
}

TEST_CASE("a file of results keeps the ladders that were not measured again, of the same device alone")
{
    const auto results = [](const char* device, const char* name, const char* chapter) {
        return nlohmann::ordered_json{{"device", device},
                                      {"driver", "1"},
                                      {"ladders",
                                       {{{"name", name},
                                         {"case", "random"},
                                         {"chapter", chapter},
                                         {"rungs", nlohmann::ordered_json::array()}}}}};
    };
    const auto names = [](const nlohmann::ordered_json& all) {
        std::string text;
        for (const auto& ladder : all.at("ladders")) text += ladder.at("name").get<std::string>() + " ";
        return text;
    };
    const auto scan = results("GPU", "scan", "19-scan");
    CHECK(names(joined(scan, results("GPU", "reduction", "17-reduction").dump())) == "reduction scan ");
    CHECK(names(joined(scan, scan.dump())) == "scan ");
    CHECK(names(joined(scan, results("CPU", "reduction", "17-reduction").dump())) == "scan ");
    CHECK(names(joined(scan, "no results")) == "scan ");
    CHECK(names(joined(scan, "")) == "scan ");
}

TEST_SUITE_END();
