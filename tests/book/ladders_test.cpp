// What the book takes from bench/results: single numbers and tables.
#include "lockstep/failure.hpp"
#include "lockstep/scratch.hpp"

#include "book/book.hpp"
#include "book/ladder_results.hpp"

#include <doctest/doctest.h>

#include <fstream>

using namespace lockstep;
using namespace lockstep::book;

namespace
{

constexpr const char* run =
    R"({"device": "GPU", "driver": "1.2", "date": "2026-01-02", "command": "lockstep bench",
 "limits": {"copy_gbps": 4285.5},
 "ladders": [{"name": "turn", "case": "square", "unit": "GB/s", "limit": "copy", "columns": 8192, "rows": 8192,
   "rungs": [{"name": "slow", "idea": "one <by> one", "parameters": {}, "median": 432.1, "of_limit": 0.1008,
              "of_peer": {"std::copy": 0.25}},
             {"name": "fast", "idea": "all at once", "parameters": {"TILE": 64}, "median": 4211.0, "of_limit": 0.983,
              "of_peer": {"std::copy": 3.62}},
             {"name": "wrong", "idea": "none", "parameters": {}, "refused": "out[3] is 7"}],
   "peers": [{"name": "std::copy", "median": 1163.4}]},
  {"name": "turn", "case": "ragged", "unit": "GB/s", "limit": "copy", "columns": 8191, "rows": 5,
   "rungs": [{"name": "slow", "idea": "one by one", "parameters": {}, "median": 0.4, "of_limit": 0.004, "of_peer": {}}],
   "peers": []}]})";

constexpr const char* counts = R"({"device": "h200", "rungs": [
 {"name": "slow", "instructions": 12345, "simd_efficiency": 0.5,
  "global_load": {"requests": 128, "sectors": 4096}, "local_load": {"wavefronts": 64, "conflicts": 32},
  "atomics": {"requests": 2, "lanes": 64, "same_address": 62}}]})";

class Results
{
public:
    Results()
    {
        write("h200-ladders.json", run);
        write("pocl-ladders.json", run);
        write("lens-turn.json", counts);
        write("h200-banks.json", R"({"device": "GPU", "rows": [{"stride": 1, "kind": "load", "gbps": 31371.7},
                                     {"stride": 2, "kind": "load", "gbps": 0.0000602}]})");
    }
    void write(const char* name, const char* text) const { std::ofstream{folder_.path() / name} << text; }
    std::string text(std::string_view query) const { return LadderResults(folder_.path()).find(query).text; }
    std::string table(const std::string& input) const
    {
        return LadderResults(folder_.path()).table("turn", input);
    }

private:
    lockstep::ScratchFolder folder_;
};

} // namespace

TEST_SUITE_BEGIN("ladders");

TEST_CASE("a figure has three digits, a part of the limit two, a ratio what it needs")
{
    const Results results;
    CHECK(results.text("h200:turn:fast") == "4,210");
    CHECK(results.text("h200:turn/ragged:slow") == "0.40");
    CHECK(results.text("h200:turn:fast:percent") == "98");
    CHECK(results.text("h200:turn/ragged:slow:percent") == "0.4");
    CHECK(results.text("h200:turn:fast:over slow") == "9.7");
    CHECK(results.text("h200:turn:fast:of std::copy") == "3.6");
    CHECK(results.text("h200:turn:slow:of std::copy") == "0.25");
    CHECK(results.text("h200:turn:fast:TILE") == "64");
    CHECK(results.text("h200:turn/ragged:size:columns") == "8,191");
    CHECK(results.text("h200:limit:copy_gbps") == "4,290");
}

TEST_CASE("peers, counts of the lens and rows of experiments have their own queries")
{
    const Results results;
    CHECK(results.text("h200:turn:peer std::copy") == "1,160");
    CHECK(results.text("lens:turn:slow:global_load.sectors") == "4,096");
    CHECK(results.text("lens:turn:slow:simd_efficiency") == "50");
    CHECK(results.text("row:h200-banks:stride=1,kind=load:gbps") == "31,370");
    CHECK(results.text("row:h200-banks:stride=2:gbps") == "6.0 · 10⁻⁵");
}

TEST_CASE("a number says where it comes from")
{
    const Results results;
    lockstep::ScratchFolder empty;
    CHECK_THROWS_WITH_AS(LadderResults(empty.path()).find("h200:turn:fast"),
                         doctest::Contains("no results 'h200-ladders.json'"), Failure);
}

TEST_CASE("what was not measured is an error that says what was")
{
    const Results results;
    CHECK_THROWS_WITH_AS(results.text("h200:turn:fastest"), doctest::Contains("slow, fast, wrong"), Failure);
    CHECK_THROWS_WITH_AS(results.text("h200:turn:wrong"), doctest::Contains("out[3] is 7"), Failure);
    CHECK_THROWS_AS(results.text("h200:spin:fast"), Failure);
    CHECK_THROWS_AS(results.text("h200:turn:fast:GROUP"), Failure);
    CHECK_THROWS_AS(results.text("h200"), Failure);
    CHECK_THROWS_AS(results.text("row:h200-banks:stride=3:gbps"), Failure);
}

TEST_CASE("a ladder's table has a row for each rung and peer, counts beside speeds, and its origin")
{
    const std::string table = Results().table("square");
    CHECK(table.find("<code>slow</code><br>one &lt;by&gt; one") != std::string::npos);
    CHECK(table.find("128 loads, 4,096 sectors") != std::string::npos);
    CHECK(table.find("lanes 50&nbsp;%") != std::string::npos);
    CHECK(table.find("64 passes, 32 by conflict") != std::string::npos);
    CHECK(table.find("64 atomics, 62 at the same address") != std::string::npos);
    CHECK(table.find("<strong>4,210</strong><br>98&nbsp;%") != std::string::npos);
    CHECK(table.find("std::copy") != std::string::npos);
    CHECK(table.find("GPU, driver 1.2, 2026-01-02: lockstep bench") != std::string::npos);
    CHECK_THROWS_AS(Results().table("round"), Failure);
}

TEST_SUITE_END();
