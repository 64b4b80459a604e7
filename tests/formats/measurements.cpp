// The experiments' rows: the recorded files, and what is said of broken ones.
#include "lockstep/formats/measurements.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

const std::filesystem::path recorded = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "bench" / "results";

/// How many files of this kind there are; each must come out as it went in.
template <typename Row>
int round_trips()
{
    int files = 0;
    for (const std::filesystem::path& file : sorted_entries(recorded)) {
        if (!file.filename().string().ends_with("-" + std::string(Row::experiment) + ".json")) continue;
        CAPTURE(file);
        const std::string text = read_text(file);
        CHECK(text_of(parse_measurements<Row>(text, file.string())) == text);
        ++files;
    }
    return files;
}

} // namespace

TEST_SUITE_BEGIN("measurements");

TEST_CASE("every recorded file is read and written without changing a byte")
{
    CHECK(round_trips<CoalescingRow>() >= 1);
    CHECK(round_trips<DivergenceRow>() >= 1);
    CHECK(round_trips<LocalMemoryRow>() >= 1);
    CHECK(round_trips<OccupancyRow>() >= 1);
    CHECK(round_trips<AccuracyRow>() >= 2);
    CHECK(round_trips<MessageRow>() >= 1);
    CHECK(round_trips<EventRow>() >= 2);
}

TEST_CASE("a row that is wrong is refused with the file, the key and the command that records it")
{
    const char* text = R"({"experiment": "divergence", "device": "GPU", "driver": "1", "date": "2026-01-02",
 "rows": [{"vary": "trips", "pattern": "equal", "ms": 2}, {"vary": "trips", "ms": "long"}]})";
    CHECK_THROWS_WITH_AS(parse_measurements<DivergenceRow>(text, "gpu-divergence.json"),
                         doctest::Contains("gpu-divergence.json: \"rows[1].ms\" must be a number.\n  try: "
                                           "LOCKSTEP_DEVICE=DEVICE bench/record "
                                           "NAME experiments divergence"),
                         Failure);
}

TEST_CASE("what events cost comes out as it went in")
{
    const EventRow row{.queues = "in-order",
                       .profiling = true,
                       .events = "next waits",
                       .commands = 2000,
                       .enqueued_us = 2.25,
                       .done_us = 3.5,
                       .done_spread_us = {3.25, 4}};
    const std::string text = text_of(Measurements<EventRow>{"events", {}, {row}});
    CHECK(contains(
        text,
        R"("events":"next waits","commands":2000,"enqueued_us":2.25,"done_us":3.5,"done_spread_us":[3.25,4.0])"));
    CHECK(text_of(parse_measurements<EventRow>(text, "gpu-events.json")) == text);
}

TEST_CASE("the results of another experiment are refused")
{
    const Measurements<CoalescingRow> empty{"coalescing", {}, {}};
    CHECK_THROWS_WITH_AS(parse_measurements<OccupancyRow>(text_of(empty), "gpu-occupancy.json"),
                         doctest::Contains("gpu-occupancy.json: \"experiment\" must be 'occupancy'"),
                         Failure);
}

TEST_CASE("results that are missing are answered with the command that records them")
{
    const ScratchFolder none;
    CHECK_THROWS_WITH_AS(read_measurements<OccupancyRow>(none.path(), "gpu"),
                         doctest::Contains("bench/record gpu experiments occupancy"), Failure);
    CHECK_THROWS_WITH_AS(read_measurements<AccuracyRow>(none.path(), "gpu"),
                         doctest::Contains("bench/record gpu accuracy"), Failure);
    CHECK_THROWS_WITH_AS(read_named_rows(none.path(), "gpu-banks"), doctest::Contains("gpu-banks.json"),
                         Failure);
}

TEST_CASE("rows by name hold texts and numbers as they stand in the file")
{
    const NamedRows rows = read_named_rows(recorded, "h200-divergence");
    REQUIRE_FALSE(rows.rows.empty());
    const NamedRow& row = rows.rows.front();
    REQUIRE(row.find("sides") != nullptr);
    CHECK(row.find("sides")->text == "long");
    CHECK_FALSE(row.find("sides")->number);
    CHECK(row.find("steps")->text == "256");
    CHECK(row.find("steps")->number == 256.0);
    CHECK(row.find("speed") == nullptr);
    CHECK(rows.origin.device == "NVIDIA H200");
}

TEST_SUITE_END();
