// Counters of the ladders' rungs and the errors of the model of caches: the recorded files, and errors by hand.
#include "lockstep/formats/cache_record.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "refusal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

const std::filesystem::path recorded = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "bench" / "results";

CacheRow row(const std::string& kernel, CacheFigure hits, CacheFigure read)
{
    return {.ladder = "turn",
            .input = "square",
            .rung = "whole",
            .kernel = kernel,
            .first_hits_percent = hits,
            .second_read = read,
            .second_written = {10, 1000},
            .memory_read_bytes = {200'000, 1}};
}

const CacheError& error(const std::vector<CacheError>& errors, const std::string& of,
                        const std::string& figure)
{
    const auto found = std::ranges::find_if(
        errors, [&](const CacheError& one) { return one.of == of && one.figure == figure; });
    REQUIRE(found != errors.end());
    return *found;
}

} // namespace

TEST_SUITE("cache_record")
{
    TEST_CASE(
        "the recorded errors are those of the recorded figures, and each rung that was counted has its rows")
    {
        int files = 0;
        for (const std::filesystem::path& file : sorted_entries(recorded)) {
            const std::string name = file.filename().string();
            if (!name.ends_with("-caches.json")) continue;
            CAPTURE(name);
            const CacheRecord record = read_cache_record(file);
            CHECK(text_of(record) == read_text(file));
            const std::string device = name.substr(0, name.find('-'));
            const DeviceCounters counters = read_device_counters(recorded / (device + "-rung-counters.json"));
            CHECK(record.origin.date == counters.origin.date);
            std::size_t kernels = 0;
            for (const RungCounters& rung : counters.rungs) kernels += rung.kernels.size();
            CHECK(record.rows.size() == kernels);
            ++files;
        }
        CHECK(files >= 1);
    }

    TEST_CASE("hits are compared in points, all else in percent, and small figures not at all")
    {
        const CacheRecord record{.origin = {},
                                 .rows = {row("a", {50, 49}, {2000, 2200}), row("b", {90, 93}, {4000, 3000}),
                                          row("c", {-1, 0}, {500, 1})}};
        const std::vector<CacheError> errors = record.errors();
        const CacheError hits = error(errors, "all", "first_hits_percent");
        CHECK(hits.kernels == 2);
        CHECK(hits.median == doctest::Approx(2));
        CHECK(hits.worst == doctest::Approx(3));
        CHECK(hits.worst_at == "turn, square, whole, b");
        const CacheError read = error(errors, "turn", "second_read");
        CHECK(read.kernels == 2);
        CHECK(read.median == doctest::Approx(17.5));
        CHECK(read.worst == doctest::Approx(25));
        CHECK(std::ranges::count(errors, "second_written", &CacheError::figure) == 0);
        CHECK(std::ranges::count(errors, "memory_read_bytes", &CacheError::figure) == 0);
    }

    TEST_CASE("counters are found by the rung and its parameters")
    {
        const auto counters = device_counters_of(JsonReader::parse(
            R"({"device": "GPU", "driver": "1", "profiler": "P 2", "date": "2026-01-01", "rungs": [{"ladder": "turn",
            "case": "square", "rung": "whole", "parameters": {"GROUP": 64}, "columns": 4, "rows": 2, "kernels": [
            {"name": "k", "launches": 1, "work_groups": 2, "registers": 24, "instructions": 3, "local_passes": 4,
            "first_sectors": 5, "first_hits": 6, "second_read": 7, "second_written": 8, "second_atomics": 9,
            "second_reductions": 10, "memory_read_bytes": 11, "memory_written_bytes": 12}]}]})",
            "FILE", "REMEDY"));
        CHECK(counters.find("turn", "square", "whole", {{"GROUP", 32}}) == nullptr);
        const RungCounters* rung = counters.find("turn", "square", "whole", {{"GROUP", 64}});
        REQUIRE(rung != nullptr);
        CHECK(rung->find("j") == nullptr);
        REQUIRE(rung->find("k") != nullptr);
        CHECK(rung->find("k")->registers == 24);
        CHECK(rung->find("k")->second_reductions == 10);
    }

    TEST_CASE("what is missing is told with file, key and remedy")
    {
        CHECK(refusal_of(R"({"device": "GPU", "driver": "1", "date": "d", "rows": [{"ladder": "turn"}]})",
                         cache_record_of) == R"(FILE: "rows[0].case" is missing. | REMEDY)");
        CHECK(refusal_of(R"({"device": "GPU", "driver": "1", "date": "d", "profiler": "P"})",
                         device_counters_of) == R"(FILE: "rungs" is missing. | REMEDY)");
    }
}
