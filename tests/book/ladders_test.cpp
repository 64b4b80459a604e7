// What the book takes from bench/results: single numbers and tables.
#include "lockstep/failure.hpp"
#include "lockstep/scratch.hpp"

#include "book/book.hpp"
#include "book/ladder_results.hpp"
#include "draw/ladder_chart.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <fstream>

using lockstep::Failure;
using namespace lockstep::book;

namespace
{

constexpr const char* run =
    R"({"device": "GPU", "driver": "1.2", "date": "2026-01-02", "command": "lockstep bench",
 "limits": {"copy_gbps": 4285.5, "fma_gflops": 62000.0, "read_gbps": 4400.0},
 "ladders": [{"name": "turn", "chapter": "20-turn", "title": "Turn", "case": "square",
   "unit": "GB/s", "limit": "copy", "columns": 8192, "rows": 8192,
   "rungs": [{"name": "slow", "idea": "one <by> one", "parameters": {},
              "median": 432.1, "best": 440.0, "runs": 5, "of_limit": 0.1008,
              "of_peer": {"std::copy": 0.25}},
             {"name": "fast", "idea": "all at once", "parameters": {"TILE": 64},
              "median": 4211.0, "best": 4220.0, "runs": 5, "of_limit": 0.983,
              "of_peer": {"std::copy": 3.62}},
             {"name": "wrong", "idea": "none", "parameters": {}, "refused": "out[3] is 7"}],
   "peers": [{"name": "std::copy", "median": 1163.4, "best": 1170.0}]},
  {"name": "turn", "chapter": "20-turn", "title": "Turn", "case": "ragged",
   "unit": "GB/s", "limit": "copy", "columns": 8191, "rows": 5,
   "rungs": [{"name": "slow", "idea": "one by one", "parameters": {},
              "median": 0.4, "best": 0.5, "runs": 5, "of_limit": 0.004, "of_peer": {}}],
   "peers": []}]})";

constexpr const char* counts = R"({"device": "h200", "rungs": [
 {"name": "slow", "launches": 1, "work_groups": 4, "instructions": 12345, "simd_efficiency": 0.5, "local_bytes": 0.0,
  "global_load": {"requests": 128, "sectors": 4096, "ideal_sectors": 512, "efficiency": 0.125, "bytes": 16384},
  "local_load": {"requests": 32, "wavefronts": 64, "conflicts": 32, "efficiency": 0.5, "bytes": 4096},
  "atomics": {"requests": 2, "lanes": 64, "same_address": 62, "conflicts": 0}}]})";

class Results
{
public:
    Results()
    {
        write("h200-ladders.json", run);
        write("pocl-ladders.json", run);
        write("lens-turn.json", counts);
        write("h200-banks.json", R"({"device": "GPU", "driver": "1.2", "date": "2026-01-02",
                                     "rows": [{"stride": 1, "kind": "load", "gbps": 31371.7},
                                     {"stride": 2, "kind": "load", "gbps": 0.0000602}]})");
    }
    void write(const char* name, const char* text) const { std::ofstream{folder_.path() / name} << text; }
    const std::filesystem::path& folder() const { return folder_.path(); }
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
                         doctest::Contains("h200-ladders.json"), Failure);
    CHECK_THROWS_WITH_AS(LadderResults(empty.path()).find("h200:turn:fast"),
                         doctest::Contains("./lockstep bench --json"), Failure);
    CHECK(LadderResults(results.folder()).find("h200:turn:fast").origin ==
          "GPU, driver 1.2, 2026-01-02: lockstep bench");
}

TEST_CASE("what was not measured is an error that says what was")
{
    const Results results;
    CHECK_THROWS_WITH_AS(results.text("h200:turn:fastest"), doctest::Contains("slow, fast, wrong"), Failure);
    CHECK_THROWS_WITH_AS(results.text("h200:turn:wrong"), doctest::Contains("out[3] is 7"), Failure);
    CHECK_THROWS_AS(results.text("h200:spin:fast"), Failure);
    CHECK_THROWS_AS(results.text("h200:turn:fast:GROUP"), Failure);
    CHECK_THROWS_AS(results.text("h200"), Failure);
    CHECK_THROWS_AS(results.text("h200:turn:fast:of memcpy"), Failure);
    CHECK_THROWS_AS(results.text("h200:turn:size:depth"), Failure);
    CHECK_THROWS_AS(results.text("h200:limit:speed"), Failure);
    CHECK_THROWS_AS(results.text("lens:turn:slow:speed"), Failure);
    CHECK_THROWS_AS(results.text("lens:turn:fast:instructions"), Failure);
    CHECK_THROWS_AS(results.text("row:h200-banks:stride=3:gbps"), Failure);
    CHECK_THROWS_AS(results.text("row:h200-banks:stride=1:kind"), Failure);
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

TEST_CASE("a third device in the results is a column of the tables and a bar of the charts")
{
    const Results results;
    results.write("devices.json", R"([{"id": "pocl", "label": "CPU", "article": "a", "title": "The CPU"},
                                      {"id": "h200", "label": "H200", "article": "an", "title": "The H200"}])");
    const auto columns = [&] {
        const std::string table = results.table("square");
        std::vector<std::string> heads;
        for (auto at = table.find("<th>"); at != std::string::npos; at = table.find("<th>", at + 1))
            heads.push_back(table.substr(at + 4, table.find("<", at + 4) - at - 4));
        return heads;
    };
    const auto chart = [&] {
        return figures::LadderChart{
            figures::charted_devices(lockstep::formats::shown_devices(results.folder()), "turn", "square")};
    };
    const auto drawn = [](const figures::LadderChart& ladder) {
        figures::Canvas canvas("turn", figures::LadderChart::width, ladder.height(), "Turn", "");
        ladder.draw(canvas);
        return canvas.svg();
    };
    const auto bars = [](const std::string& svg) {
        std::size_t count = 0;
        for (auto at = svg.find(" %</text>"); at != std::string::npos; at = svg.find(" %</text>", at + 1))
            ++count;
        return count;
    };
    CHECK(columns() == std::vector<std::string>{"Rung", "The lens counts", "CPU, GB/s", "H200, GB/s"});
    const std::string of_two = drawn(chart());
    CHECK(bars(of_two) == 6); // two rungs and a peer, on two devices
    const double height = chart().height();

    results.write("accelerator-ladders.json",
                  lockstep::replace_all(run, "\"GPU\"", "\"Accelerator <1>\"").c_str());
    CHECK(columns() == std::vector<std::string>{"Rung", "The lens counts", "CPU, GB/s", "H200, GB/s",
                                                "Accelerator &lt;1&gt;, GB/s"});
    CHECK(results.table("square").find("Accelerator &lt;1&gt;, driver 1.2") != std::string::npos);
    const std::string of_three = drawn(chart());
    CHECK(bars(of_three) == 9);
    CHECK(of_three.find("Accelerator &lt;1&gt;") != std::string::npos);
    CHECK(chart().height() > height);
}

TEST_CASE("a bar beyond the limit ends where its number still fits")
{
    using namespace lockstep::formats;
    LadderResult ladder;
    RungResult& rung = ladder.rungs.emplace_back();
    rung.name = "beyond";
    rung.figures.emplace().of_limit = 2.2;
    const figures::LadderChart chart{{{"Device", figures::Colour::accent, ladder}}};
    figures::Canvas canvas("beyond", figures::LadderChart::width, chart.height(), "Beyond", "");
    chart.draw(canvas);
    const std::string svg = canvas.svg();
    const auto label = svg.find(">220 %<");
    REQUIRE(label != std::string::npos);
    const auto x = svg.rfind(" x=\"", label) + 4;
    CHECK(std::stod(svg.substr(x)) + figures::text_width("220 %", {.size = 14}) <=
          figures::LadderChart::width);
}

TEST_CASE("a device that did not climb a ladder has no column in its table")
{
    const Results results;
    lockstep::formats::DeviceResults empty;
    empty.origin.device = "Accelerator";
    results.write("accelerator-ladders.json", text_of(empty).c_str());
    CHECK(results.table("square").find("Accelerator") == std::string::npos);
}

TEST_SUITE_END();
