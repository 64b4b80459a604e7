// Tests of lockstep occupancy: the table, the JSON, the charts, and what is refused.
#include "fixture.hpp"
#include "lockstep/scratch.hpp"

#include "base/paths.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

using lockstep::ScratchFolder;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

ProcessResult occupancy(std::vector<std::string> arguments)
{
    static const Fixture fixture;
    arguments.insert(arguments.begin(), "occupancy");
    return fixture.lockstep(arguments, {{"LOCKSTEP_SOURCE_DIR", own_source_dir().string()}});
}

} // namespace

TEST_SUITE("occupancy_command")
{
    TEST_CASE("a GPU's table names the groups that fit, what limits them and what would help")
    {
        const ProcessResult result =
            occupancy({"--device", "h200", "--group", "256", "--registers", "40", "--local", "20000"});
        CHECK(result.status == 0);
        CHECK(contains(result.output, "6 groups fit on a compute unit: 48 of 64 sub-groups, 75 %"));
        CHECK(contains(result.output, "→ registers"));
        CHECK_FALSE(contains(result.output, "→ local memory"));
        CHECK(contains(result.output, "With 32 registers instead of 40, 8 groups fit (100 %)."));
    }

    TEST_CASE("without a device every GPU has its line")
    {
        const ProcessResult result = occupancy({"--group", "128"});
        CHECK(result.status == 0);
        for (const char* name : {"HD 5870", "GTX 285", "GTX 480", "RX 7900 XTX", "MI300X", "H200", "Arc A770",
                                 "RTX 4090", "RTX 5070", "B200", "MI355X", "RX 9070 XT", "Arc B580"})
            CHECK(contains(result.output, name));
    }

    TEST_CASE("a kernel that does not fit is told why")
    {
        const ProcessResult result = occupancy({"--device", "h200", "--group", "2048"});
        CHECK(result.status == 0);
        CHECK(contains(result.output, "Nothing fits: a work-group may have 1024 work-items, not 2048"));
    }

    TEST_CASE("JSON says the same, for one GPU or for all")
    {
        const auto one = nlohmann::json::parse(
            occupancy({"--device", "mi300x", "--group", "256", "--registers", "80", "--json", "-"}).output);
        CHECK(one.at("device") == "mi300x");
        CHECK(one.at("groups") == 6);
        CHECK(one.at("sub_groups") == 24);
        CHECK(one.at("fraction") == 0.75);
        CHECK(one.at("limit") == "registers");
        CHECK_FALSE(one.contains("sweeps"));
        const auto all = nlohmann::json::parse(occupancy({"--json", "-"}).output);
        CHECK(all.at("devices").size() == 16);
    }

    TEST_CASE("a sweep has a value for every step of three resources")
    {
        const auto json =
            nlohmann::json::parse(occupancy({"--device", "h200", "--sweep", "--json", "-"}).output);
        REQUIRE(json.at("sweeps").size() == 3);
        for (const auto& sweep : json.at("sweeps")) {
            CHECK(sweep.at("values").size() == sweep.at("fractions").size());
            CHECK(sweep.at("values").size() >= 32);
        }
        const ProcessResult text = occupancy({"--device", "h200", "--sweep"});
        CHECK(text.status == 0);
        CHECK(contains(text.output, "occupancy against registers of a work-item"));
        CHECK(contains(text.output, "100 % │"));
        CHECK(contains(text.output, "▲ 256"));
    }

    TEST_CASE("a drawing of the sweep is written to a file")
    {
        const ScratchFolder scratch;
        const auto file = scratch.path() / "sweep.svg";
        CHECK(occupancy({"--device", "h200", "--registers", "40", "--svg", file.string()}).status == 0);
        std::ostringstream svg;
        svg << std::ifstream(file).rdbuf();
        CHECK(svg.str().rfind("<svg", 0) == 0);
        CHECK(contains(svg.str(), "</svg>"));
        CHECK(contains(svg.str(), "40: 75 %"));
        const ProcessResult nowhere = occupancy({"--device", "h200", "--svg", "/nowhere/sweep.svg"});
        CHECK(nowhere.status == 2);
        CHECK(contains(nowhere.error, "/nowhere/sweep.svg cannot be written"));
    }

    TEST_CASE("what does not reach a full disk is not written")
    {
        const std::string program = LOCKSTEP_PROGRAM;
        const auto on_full_disk = [&](const std::string& words) {
            return run_process({.arguments = {"sh", "-c", program + " occupancy " + words}}, ProcessLimits{});
        };
        const ProcessResult file = on_full_disk("--device h200 --svg /dev/full");
        CHECK(file.status == 2);
        CHECK(contains(file.error, "The file /dev/full cannot be written."));
        const ProcessResult output = on_full_disk("--json - > /dev/full");
        CHECK(output.status == 2);
        CHECK(contains(output.error, "Standard output cannot be written."));
    }

    TEST_CASE("a GPU of which no document tells what fits is told so, and is no row of the table")
    {
        const ProcessResult one = occupancy({"--device", "mali-g720"});
        CHECK(one.status == 2);
        CHECK(contains(one.error, "What fits on the Arm Immortalis-G720 MC12 cannot be said: no document"));
        const ProcessResult all = occupancy({});
        CHECK(all.status == 0);
        CHECK(contains(all.output, "radeon-780m"));
        CHECK_FALSE(contains(all.output, "mali-g720"));
    }

    TEST_CASE("a GPU without a profile is answered with those that have one")
    {
        const ProcessResult result = occupancy({"--device", "voodoo2"});
        CHECK(result.status == 2);
        CHECK(result.output.empty());
        CHECK(contains(result.error, "There is no profile of a GPU 'voodoo2'."));
        CHECK(contains(result.error,
                       "adreno-x1-85, apple-m2, arc-140v, arc-a770, arc-b580, b200, gtx285, gtx480, h100, "
                       "h200, hd5870, mali-g720, mi300x, mi355x, radeon-780m, rtx4090, rtx5070, rx7900xtx, "
                       "rx9070xt"));
    }

    TEST_CASE("a profile of one's own is read from its file, and a broken one is told with key and remedy")
    {
        const ScratchFolder scratch;
        const std::filesystem::path good = own_source_dir() / "lens/devices/h200.json";
        CHECK(contains(occupancy({"--device", good.string()}).output, "NVIDIA H200"));
        const std::string file = (scratch.path() / "h200.json").string();
        auto profile = nlohmann::json::parse(std::ifstream(good));
        profile["unit"]["registers"].erase("value");
        std::ofstream(file) << profile.dump();
        const ProcessResult broken = occupancy({"--device", file});
        CHECK(broken.status == 2);
        CHECK(broken.error == file + ": \"unit.registers.value\" is missing.\n"
                                     "  try: compare it with lens/devices/h200.json\n");
        for (const char* text : {"", "{\"id\": \"h200\", ", "profile", "[]", "{\"id\": 7}"}) {
            std::ofstream(file) << text;
            const ProcessResult result = occupancy({"--device", file});
            CAPTURE(result.error);
            CHECK(result.status == 2);
            CHECK(result.error.starts_with(file));
            CHECK(contains(result.error, "\n  try: compare it with lens/devices/h200.json\n"));
        }
        CHECK(contains(occupancy({"--device", scratch.path().string()}).error, "There is no profile file"));
    }

    TEST_CASE("a sweep without a device, and values that cannot be, are wrong usage")
    {
        const std::vector<std::vector<std::string>> wrong{
            {"--sweep"}, {"--group", "0"}, {"--group", "many"}, {"--registers", "-1"}, {"--local", "-1"}};
        for (const std::vector<std::string>& arguments : wrong) {
            CAPTURE(arguments.back());
            const ProcessResult result = occupancy(arguments);
            CHECK(result.status == 2);
            CHECK(std::count(result.error.begin(), result.error.end(), '\n') == 2);
        }
    }
}
