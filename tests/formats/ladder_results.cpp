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
                         doctest::Contains("./lockstep bench --json"), Failure);
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

TEST_CASE("a limit is found by its name in the file")
{
    const DeviceResults results = parse_device_results(file_with(""), "gpu-ladders.json");
    CHECK(limit_named(results.limits, "fma_gflops") == 2.5);
    CHECK_FALSE(limit_named(results.limits, "native_copy_gbps"));
    CHECK_FALSE(limit_named(results.limits, "speed"));
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
    check_refused(file_with(R"({"name": "whole", "idea": "all"})"),
                  "\"ladders[0].rungs[0]\" must have a \"median\" or say why it was \"refused\"");
}

TEST_CASE("results that are missing are answered with the command that records them")
{
    const ScratchFolder empty;
    CHECK_THROWS_WITH_AS(read_device_results(empty.path(), "gpu"), doctest::Contains("gpu-ladders.json"),
                         Failure);
    CHECK_THROWS_WITH_AS(read_device_results(empty.path(), "gpu"),
                         doctest::Contains("./lockstep bench --json bench/results/gpu-ladders.json"),
                         Failure);
}

TEST_SUITE_END();
