// Timelines in the Trace Event Format: the recorded files, and what is said of broken ones.
#include "lockstep/formats/trace_events.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

// A trace whose events these are.
std::string trace_of(const std::string& events)
{
    return R"({"displayTimeUnit": "ms", "otherData": {"device": "GPU", "driver": "1", "date": "2026-01-02"},
"traceEvents": [
 {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "bakery"}},
 {"ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": {"name": "queue"}})" +
           events + "]}";
}

std::string event(const std::string& name, const std::string& times)
{
    return R"(, {"ph": "X", "pid": 1, "tid": 1, "cat": "kernel", "name": ")" + name + "\", " + times + "}";
}

std::string refusal(const std::string& text)
{
    try {
        parse_trace(text, "FILE");
        return "read";
    } catch (const Failure& failure) {
        return failure.happened();
    }
}

} // namespace

TEST_SUITE_BEGIN("trace_events");

TEST_CASE("every recorded timeline is read, and no two commands of a row overlap")
{
    int files = 0;
    for (const auto& chapter : sorted_entries(std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "chapters"))
        for (const std::filesystem::path& file : sorted_entries(chapter)) {
            const std::string name = file.filename().string();
            if (!name.starts_with("timeline") || file.extension() != ".json") continue;
            CAPTURE(file);
            const Trace trace = read_trace(file);
            CHECK_FALSE(trace.origin.device.empty());
            CHECK(trace.processes.size() >= 2);
            for (const TraceProcess& process : trace.processes) CHECK(process.end_us() > 0);
            ++files;
        }
    CHECK(files >= 2);
}

TEST_CASE("events come in the order of their starts, with their rows and their timeline")
{
    const Trace trace = parse_trace(
        trace_of(event("bake", R"("ts": 20, "dur": 30.5)") + event("mix", R"("ts": 5, "dur": 15)")), "FILE");
    CHECK(trace.origin.device == "GPU");
    const TraceProcess& bakery = trace.process("bakery");
    REQUIRE(bakery.rows.size() == 1);
    CHECK(bakery.rows[0].name == "queue");
    REQUIRE(bakery.rows[0].events.size() == 2);
    CHECK(bakery.rows[0].events[0].name == "mix");
    CHECK(bakery.rows[0].events[1].kind == "kernel");
    CHECK(bakery.end_us() == 50.5);
}

TEST_CASE("an event that begins as another ends, and one within another, may share a row")
{
    CHECK(refusal(trace_of(event("a", R"("ts": 0, "dur": 0.1)") + event("b", R"("ts": 0.1, "dur": 0.2)") +
                           event("c", R"("ts": 0.3, "dur": 1)") +
                           event("in c", R"("ts": 0.3, "dur": 0.5)"))) == "read");
}

TEST_CASE("two events of a row that overlap are refused with their names")
{
    CHECK(
        refusal(trace_of(event("mix", R"("ts": 0, "dur": 10)") + event("icing", R"("ts": 6, "dur": 10)"))) ==
        "FILE: \"traceEvents\" overlap in the row 'queue' of 'bakery': 'icing' begins at 6.000 us, before "
        "'mix' "
        "ends, and ends after it.");
}

TEST_CASE("what a viewer would show without a name, or not at all, is refused")
{
    CHECK(refusal(
              trace_of(R"(, {"ph": "X", "pid": 2, "tid": 1, "cat": "", "name": "a", "ts": 0, "dur": 1})")) ==
          "FILE: \"traceEvents\" must name the process 2.");
    CHECK(refusal(
              trace_of(R"(, {"ph": "X", "pid": 1, "tid": 7, "cat": "", "name": "a", "ts": 0, "dur": 1})")) ==
          "FILE: \"traceEvents\" must name the thread 7 of the process 1.");
    CHECK(refusal(trace_of(event("a", R"("ts": 0, "dur": -1)"))) ==
          "FILE: \"traceEvents[2].dur\" must not be negative.");
    CHECK(refusal(trace_of(R"(, {"ph": "B", "pid": 1, "tid": 1})")) ==
          "FILE: \"traceEvents[2].ph\" must be 'X' or 'M'.");
}

TEST_SUITE_END();
