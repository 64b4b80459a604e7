// What climbing the ladders gave: the recorded files, and what is said of broken ones.
#include "lockstep/formats/ladder_results.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

const std::filesystem::path recorded = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "bench" / "results";

/// A file with one ladder of these rungs.
std::string file_with(const std::string& rungs)
{
    return R"({"device": "GPU", "driver": "1", "date": "2026-01-02",
 "limits": {"copy_gbps": 3, "fma_gflops": 2.5, "read_gbps": 4},
 "ladders": [{"name": "turn", "chapter": "20-turn", "title": "Turn", "case": "square", "unit": "GB/s", "limit": "copy",
   "columns": 8, "rows": 4, "rungs": [)" +
           rungs + "], \"peers\": []}]}";
}

void check_refused(const std::string& text, const char* key_and_reason)
{
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(parse_device_results(text, "gpu-ladders.json"), doctest::Contains(key_and_reason),
                         Failure);
    CHECK_THROWS_WITH_AS(parse_device_results(text, "gpu-ladders.json"),
                         doctest::Contains("gpu-ladders.json"), Failure);
    CHECK_THROWS_WITH_AS(parse_device_results(text, "gpu-ladders.json"),
                         doctest::Contains("./lockstep bench measure --json"), Failure);
}

} // namespace

TEST_SUITE_BEGIN("ladder_results");

TEST_CASE("every recorded file is read and written without changing a byte")
{
    int files = 0;
    for (const std::filesystem::path& file : sorted_entries(recorded)) {
        if (!file.filename().string().ends_with("-ladders.json")) continue;
        CAPTURE(file);
        const std::string text = read_text(file);
        CHECK(text_of(parse_device_results(text, file.string())) == text);
        ++files;
    }
    CHECK(files >= 2);
}

TEST_CASE("a rung has figures or says why it has none")
{
    const DeviceResults results =
        parse_device_results(file_with(R"({"name": "whole", "idea": "all", "parameters": {"TILE": 8},
 "verified": true, "median": 2.5, "best": 3.0, "runs": 5, "of_limit": 0.75, "of_peer": {"std::copy": 1.5, "A": 2},
 "error": 1e-7, "extent": [4, 2], "drift": 0.2},
 {"name": "none", "idea": "?", "tried": [{"parameters": {}, "refused": "CL_OUT_OF_RESOURCES"}], "parameters": {},
  "verified": false, "refused": "out[3] is 7"})"),
                             "gpu-ladders.json");
    const LadderResult* ladder = results.find_ladder("turn", "");
    REQUIRE(ladder != nullptr);
    CHECK(results.find_ladder("turn", "square") == ladder);
    CHECK(results.find_ladder("turn", "ragged") == nullptr);
    const RungResult* whole = ladder->find_rung("whole");
    REQUIRE(whole != nullptr);
    REQUIRE(whole->figures);
    CHECK(whole->figures->of("A") == 2.0);
    CHECK_FALSE(whole->figures->of("B"));
    CHECK(whole->figures->of_peer.front().peer == "std::copy"); // in the file's order
    CHECK(whole->figures->extent->rows == 2);
    const RungResult* none = ladder->find_rung("none");
    REQUIRE(none != nullptr);
    CHECK_FALSE(none->figures);
    CHECK(none->refused == "out[3] is 7");
    CHECK(none->tried.front().refused == "CL_OUT_OF_RESOURCES");
    CHECK(parse_device_results(text_of(results), "again").ladders.front().find_rung("none")->refused ==
          none->refused);
}

TEST_CASE("medians of several climbs, their spreads and a ladder's own limits come out as they went in")
{
    LadderResult ladder;
    ladder.name = "turn";
    ladder.limit = "copy";
    ladder.limits = LimitFigures{.copy_gbps = 40,
                                 .matrix_fma_gflops = {},
                                 .native_copy_gbps = {},
                                 .native_fma_gflops = {},
                                 .native_read_gbps = {},
                                 .native_streaming_gbps = {}};
    ladder.limits->clock_mhz = 2450;
    ladder.machine = {.processor = "EPYC", .system = "Debian", .opencl = "OpenCL 3.0 PoCL 3.1"};
    ladder.limit_spread["copy_gbps"] = {38.5, 41};
    ladder.date = "2026-02-03";
    RungResult& rung = ladder.rungs.emplace_back();
    rung.name = "whole";
    RungFigures& figures = rung.figures.emplace();
    figures.median = 30;
    figures.repeats = 5;
    figures.spread = {28.5, 31};
    figures.of_limit_spread = {0.7, 0.8};
    figures.of_peer = {{"std::copy", 0.5}};
    figures.of_peer_spread["std::copy"] = {0.25, 0.75};
    PeerResult& peer = ladder.peers.emplace_back();
    peer.name = "std::copy";
    peer.version = "GCC 12.2.0";
    peer.threads = 1;
    peer.of_limit = 0.5;
    peer.of_limit_spread = {0.25, 0.75};
    DeviceResults results;
    results.ladders.push_back(ladder);
    results.origin.date = "2026-01-02";
    const std::string text = text_of(results);
    CHECK(text.find("\"spread\":[28.5,31.0]") != std::string::npos);
    const DeviceResults again = parse_device_results(text, "gpu-ladders.json");
    CHECK(text_of(again) == text);
    const LadderResult& read = again.ladders.front();
    CHECK(read.repeats() == 5);
    CHECK(read.rungs.front().figures->spread == Spread{28.5, 31});
    CHECK(read.rungs.front().figures->of_peer_spread.at("std::copy") == Spread{0.25, 0.75});
    CHECK(read.limit_spread.at(limit_key("copy")) == Spread{38.5, 41});
    CHECK(read.peers.front().threads == 1);
    CHECK(read.peers.front().version == "GCC 12.2.0");
    CHECK(read.limits->clock_mhz == 2450);
    CHECK(read.machine == ladder.machine);
    CHECK(origin_of(again, read).date == "2026-02-03");
    CHECK_FALSE(again.limits);
}

TEST_CASE(
    "the middle limit of a file is that of most ladders, and a fifth more or less is taken for one machine's")
{
    DeviceResults results;
    CHECK_FALSE(middle_limit(results, "FMA"));
    for (const double fma : {500.0, 229.0, 490.0})
        results.ladders.emplace_back().limits.emplace().fma_gflops = fma;
    CHECK(middle_limit(results, "FMA") == 490.0);
    CHECK_FALSE(middle_limit(results, "native copy"));
    CHECK(is_of_same_machine(120, 100));
    CHECK(is_of_same_machine(80, 100));
    CHECK_FALSE(is_of_same_machine(121, 100));
    CHECK_FALSE(is_of_same_machine(79, 100));
}

TEST_CASE("a ladder without limits of its own has the file's, one run and the file's date")
{
    DeviceResults results = parse_device_results(
        file_with(R"({"name": "a", "idea": "b", "median": 1, "best": 1, "runs": 7, "of_limit": 1})"),
        "gpu-ladders.json");
    const LadderResult& old = results.ladders.front();
    REQUIRE(limits_of(results, old) != nullptr);
    CHECK(limits_of(results, old)->copy_gbps == 3);
    CHECK(old.repeats() == 1);
    CHECK_FALSE(old.rungs.front().figures->spread);
    CHECK(origin_of(results, old).date == "2026-01-02");
    results.ladders.front().limits.emplace().copy_gbps = 2;
    CHECK(limits_of(results, old)->copy_gbps == 2);
    results.limits.reset();
    results.ladders.front().limits.reset();
    CHECK(limits_of(results, old) == nullptr);
}

TEST_CASE("a limit is found by its name")
{
    const LimitFigures limits = parse_device_results(file_with(""), "gpu-ladders.json").limits.value();
    CHECK(limit_named(limits, "FMA") == 2.5);
    CHECK(limit_named(limits, "copy") == 3.0);
    CHECK_FALSE(limit_named(limits, "native copy"));
    CHECK_FALSE(limit_named(limits, "speed"));
}

TEST_CASE("a file that is wrong is refused with its name, the key and the command that records it")
{
    check_refused("results", "is not JSON");
    check_refused("{}", "\"device\" is missing");
    check_refused(file_with(R"({"name": "whole"})"), "\"ladders[0].rungs[0].idea\" is missing");
    check_refused(file_with(R"({"name": "whole", "idea": "all", "median": "fast"})"),
                  "\"ladders[0].rungs[0].median\" must be a number");
    check_refused(
        file_with(
            R"({"name": "a", "idea": "b", "median": 1, "best": 1, "runs": 1, "of_limit": 1, "extent": [1]})"),
        "\"ladders[0].rungs[0].extent\" must be a list of columns and rows");
    check_refused(
        file_with(
            R"({"name": "a", "idea": "b", "median": 1, "best": 1, "runs": 1, "of_limit": 1, "spread": [1]})"),
        "\"ladders[0].rungs[0].spread\" must be a list of the lowest and the highest");
    check_refused(file_with(R"({"name": "whole", "idea": "all"})"),
                  "\"ladders[0].rungs[0]\" must have a \"median\" or say why it was \"refused\"");
}

TEST_CASE("results that are missing are answered with the command that records them")
{
    const ScratchFolder empty;
    CHECK_THROWS_WITH_AS(read_device_results(empty.path(), "gpu"), doctest::Contains("gpu-ladders.json"),
                         Failure);
    CHECK_THROWS_WITH_AS(read_device_results(empty.path(), "gpu"),
                         doctest::Contains("./lockstep bench measure --json bench/results/gpu-ladders.json"),
                         Failure);
}

TEST_SUITE_END();
