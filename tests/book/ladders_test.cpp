// What the book takes from bench/results: single numbers and tables.
#include "lockstep/failure.hpp"
#include "lockstep/scratch.hpp"

#include "book/book.hpp"
#include "book/ladder_results.hpp"
#include "book/measured_words.hpp"
#include "draw/ladder_chart.hpp"
#include "draw/size_chart.hpp"
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
   "peers": [{"name": "std::copy", "version": "GCC 12.2.0", "median": 1163.4, "best": 1170.0}]},
  {"name": "turn", "chapter": "20-turn", "title": "Turn", "case": "ragged",
   "unit": "GB/s", "limit": "copy", "columns": 8191, "rows": 5,
   "rungs": [{"name": "slow", "idea": "one by one", "parameters": {},
              "median": 0.4, "best": 0.5, "runs": 5, "of_limit": 0.004, "of_peer": {}}],
   "peers": []}]})";

constexpr const char* repeated =
    R"({"device": "CPU", "driver": "3", "date": "2026-01-02", "command": "lockstep bench",
 "ladders": [{"name": "turn", "chapter": "20-turn", "title": "Turn", "case": "square", "unit": "GB/s", "limit": "copy",
   "limits": {"copy_gbps": 40.0, "fma_gflops": 400.0, "native_copy_gbps": 26.0, "read_gbps": 30.0},
   "limit_spread": {"copy_gbps": [38.0, 41.0]}, "columns": 8192, "rows": 8192,
   "rungs": [{"name": "slow", "idea": "one by one", "parameters": {"GROUP": 64, "TILE": 8},
              "median": 2.0, "best": 2.5, "runs": 15, "repeats": 5, "spread": [1.5, 2.25], "of_limit": 0.05,
              "of_limit_spread": [0.04, 0.06], "extent": [4096, 4096], "drift": 0.392},
             {"name": "fast", "idea": "all at once", "parameters": {},
              "median": 32.0, "best": 34.0, "runs": 60, "repeats": 5, "spread": [30.0, 33.5], "of_limit": 0.8,
              "of_limit_spread": [0.75, 0.84]}],
   "peers": [{"name": "std::copy", "median": 20.0, "best": 21.0, "repeats": 5, "spread": [19.0, 20.5], "of_limit": 0.5,
              "of_limit_spread": [0.45, 0.55], "threads": 1}],
   "command": "lockstep bench turn", "date": "2026-02-03"}]})";

constexpr const char* counts = R"({"device": "h200", "rungs": [
 {"name": "slow", "parameters": {"GROUP": 256}, "launches": 1, "work_groups": 4, "instructions": 12345, "simd_efficiency": 0.5, "local_bytes": 0,
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

TEST_CASE("whole numbers that a program printed get commas in prose")
{
    CHECK(in_prose("516413") == "516,413");
    CHECK(in_prose("4096") == "4,096");
    CHECK(in_prose("640") == "640");
    CHECK(in_prose("0") == "0");
    CHECK(in_prose("00123") == "00123");
    CHECK(in_prose("15185.8") == "15,200");
    CHECK(in_prose("317.330") == "317");
    CHECK(in_prose("20.58") == "20.6");
    CHECK(in_prose("0.1207") == "0.121");
    CHECK(in_prose("0.9") == "0.9");
    CHECK(in_prose("0.000305") == "0.000305");
    CHECK(in_prose("1.2.3") == "1.2.3");
    CHECK(in_prose("12345 ms") == "12345 ms");
}

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
    CHECK(results.text("h200:turn:limit") == "4,290");
    CHECK(results.text("h200:turn:limit FMA") == "62,000");
    CHECK_THROWS_WITH_AS(results.text("h200:turn:fast:spread"), doctest::Contains("one run"), Failure);
}

TEST_CASE("a limit is the one of the ladder that is named, and none without a ladder")
{
    const Results results;
    results.write("pocl-ladders.json", repeated);
    CHECK(results.text("pocl:turn:limit") == "40.0");
    CHECK(results.text("pocl:turn:limit native copy") == "26.0");
    CHECK(results.text("pocl:turn:fast:spread") == "30.0–33.5");
    CHECK_THROWS_WITH_AS(results.text("pocl:turn:limit speed"), doctest::Contains("no limit 'speed'"),
                         Failure);
    CHECK_THROWS_WITH_AS(results.text("pocl:limit:copy"), doctest::Contains("names no ladder"), Failure);
    CHECK(LadderResults(results.folder()).find("pocl:turn:limit").origin ==
          "CPU, driver 3, 2026-02-03: lockstep bench turn");
}

TEST_CASE("a device that is to be held against another has a column with its figures divided by that one's")
{
    const Results results;
    CHECK(results.table("square").find(" / ") == std::string::npos);
    results.write("devices.json",
                  R"([{"id": "h200", "label": "New", "article": "a", "title": "New", "against": "pocl"},
                                      {"id": "pocl", "label": "Old", "article": "an", "title": "Old"}])");
    results.write("pocl-ladders.json", repeated);
    const std::string table = results.table("square");
    CAPTURE(table);
    CHECK(table.find("<th>New / Old</th>") != std::string::npos);
    CHECK(table.find(">131.59</td>") != std::string::npos); // fast: 4,211 / 32
    CHECK(table.find(">107.14</td>") != std::string::npos); // copy, at most: 4,285.5 / 40
    results.write("devices.json",
                  R"([{"id": "h200", "label": "New", "article": "a", "title": "New", "against": "mine"}])");
    CHECK_THROWS_WITH_AS(results.table("square"), doctest::Contains("names no device of the list"), Failure);
}

TEST_CASE("a table shows beside a rung's figure what was forecast for it, in the figure's unit")
{
    const Results results;
    const std::string before = results.table("square");
    CHECK(before.find("forecast") == std::string::npos);
    results.write("h200-forecast.json", R"({"device": "GPU", "driver": "1.2", "date": "2026-01-02", "rows": [
 {"error_of": "all", "rungs": 1, "rank_correlation": 1.0, "median_error_percent": 50.0, "within_twice_percent": 100.0,
  "pairs": 0, "wrong_pairs": 0, "clear_pairs": 0, "wrong_clear_pairs": 0},
 {"ladder": "turn", "case": "ragged", "rung": "slow", "bound": "memory", "forecast_ms": 9.0, "measured_ms": 1.0},
 {"ladder": "turn", "case": "square", "rung": "slow", "bound": "memory", "forecast_ms": 2.0, "measured_ms": 3.0}]})");
    const std::string table = results.table("square");
    CAPTURE(table);
    const std::string cell = "<strong>432</strong><br>10&nbsp;%<br><span class=\"aside\">forecast 648</span>";
    CHECK(table.find(cell) != std::string::npos); // 432.1 · 3 / 2
    CHECK(table.find("forecast ") == table.rfind("forecast "));
    CHECK(table.find("Forecasts are those of the lens") != std::string::npos);
}

TEST_CASE("the lens counts a ladder's first case, so the tables of the others have no column for it")
{
    const Results results;
    CHECK(results.table("square").find("The lens counts") != std::string::npos);
    CHECK(results.table("ragged").find("The lens counts") == std::string::npos);
}

TEST_CASE("a table shows the spread of several runs, what was chosen, what is smaller and what moved")
{
    const Results results;
    results.write("pocl-ladders.json", repeated);
    const std::string table = results.table("square");
    const auto shows = [&](const char* text) {
        CAPTURE(table);
        CHECK(table.find(text) != std::string::npos);
    };
    shows("<strong>32.0</strong> <span class=\"aside\">30.0–33.5</span>");
    shows("80&nbsp;% <span class=\"aside\">75–84</span>");
    shows("<span class=\"aside\">GROUP&nbsp;64, TILE&nbsp;8</span>");
    shows("<span class=\"aside\">4,096 × 4,096</span>");
    shows("limit moved 39&nbsp;%");
    shows("<td>std::copy<br><span class=\"aside\">one thread</span></td>");
    shows("<td>copy, at most</td>");
    shows("<strong>40.0</strong> <span class=\"aside\">38.0–41.0</span>");
    shows("medians of 5 runs, with the lowest and the highest");
    shows("Percents are medians of the runs' own, and not quotients of the medians.");
    shows("one run, whose spread is not known");
    shows("counted with GROUP&nbsp;256");
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
                         doctest::Contains("./lockstep bench measure --json"), Failure);
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
    CHECK_THROWS_AS(results.text("h200:turn:limit speed"), Failure);
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
    CHECK(table.find(" (peers: GCC 12.2.0)") != std::string::npos);
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

TEST_CASE("a chart draws a whisker where a figure has a spread, and says how many runs there were")
{
    const Results results;
    results.write("pocl-ladders.json", repeated);
    const figures::LadderChart chart{
        figures::charted_devices(lockstep::formats::shown_devices(results.folder()), "turn", "square")};
    figures::Canvas canvas("turn", figures::LadderChart::width, chart.height(), "Turn", "");
    chart.draw(canvas);
    const std::string svg = canvas.svg();
    std::size_t strokes = 0; // whiskers are drawn in ink, as nothing else here
    for (auto at = svg.find("stroke=\"var(--fig-ink"); at != std::string::npos;
         at = svg.find("stroke=\"var(--fig-ink", at + 1))
        ++strokes;
    CHECK(strokes == 3 * 3); // two rungs and a peer of one device: a line and its two ends
    CHECK(svg.find("CPU: 5 runs; the others one run") != std::string::npos);
}

TEST_CASE("a chart over sizes has a panel for each device that has a record, and names every line")
{
    using namespace lockstep::formats;
    const Results results;
    const auto shown = shown_devices(results.folder());
    CHECK_THROWS_WITH_AS(figures::charted_curves(shown, results.folder(), "turn", "square"),
                         doctest::Contains("No recorded device has the sizes"), Failure);
    SizeCurves curves;
    SizeCurve& curve = curves.curves.emplace_back();
    curve.name = "turn";
    curve.input = "square";
    curve.unit = "GB/s";
    curve.limit = "copy";
    curve.at_most = 40;
    curve.launch_us = 20;
    curve.work_per_element = 8;
    curve.repeats = 5;
    curve.lines = {{"whole", false, {{16384, 1.5, Spread{1, 2}}, {65536, 30, Spread{20, 35}}}},
                   {"std::copy", true, {{16384, 3, {}}, {65536, 31, {}}}}};
    results.write("pocl-sizes.json", text_of(curves).c_str());
    const figures::SizeChart chart{figures::charted_curves(shown, results.folder(), "turn", "square")};
    figures::Canvas canvas("turn", figures::SizeChart::width, chart.height(), "Turn", "");
    chart.draw(canvas);
    const std::string svg = canvas.svg();
    for (const char* text : {">whole<", ">std::copy<", ">16 Ki<", ">64 Ki<", "copy bandwidth", "20 µs",
                             "5 runs, lowest to highest"})
        CHECK_MESSAGE(svg.find(text) != std::string::npos, text);
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
