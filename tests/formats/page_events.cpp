// What pages are told: the keys that their scripts read, and text of any bytes.
#include "lockstep/formats/page_events.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace lockstep::formats;
using nlohmann::json;

TEST_SUITE("page_events")
{
    TEST_CASE("an event is a line with its name and version, and of what is unknown there is no key")
    {
        const json stage = json::parse(event_text(StageEvent{
            .name = "correct", .status = "failed", .message = "a\nb", .seconds = 0.5, .skipped = {}}));
        CHECK(stage == json{{"event", "stage"},
                            {"version", page_events_version},
                            {"name", "correct"},
                            {"status", "failed"},
                            {"message", "a\nb"},
                            {"seconds", 0.5}});
        VerdictEvent verdict;
        verdict.stages.emplace_back().skipped.push_back({"wide", "no doubles"});
        verdict.note = "";
        const std::string text = event_text(verdict);
        CHECK(text.find('\n') == std::string::npos);
        const json told = json::parse(text);
        CHECK(told["stages"][0]["skipped"] == json::array({{{"name", "wide"}, {"reason", "no doubles"}}}));
        CHECK(told["note"] == "");
        CHECK_FALSE(told.contains("lacking"));
    }

    TEST_CASE("a state has its maps and lists when they are empty, and a file its text or its trouble")
    {
        LiveState state;
        state.files = {{"a.cl", "kernel", "v1", {}, {}}, {"b.cl", {}, {}, {}, "It cannot be read."}};
        const json told = json::parse(state_text(state));
        CHECK(told["progress"] == json::object());
        CHECK(told["predictions"] == json::object());
        CHECK(told["files"][0] == json{{"name", "a.cl"}, {"text", "kernel"}, {"version", "v1"}});
        CHECK(told["files"][1] == json{{"name", "b.cl"}, {"trouble", "It cannot be read."}});
        CHECK_FALSE(told.contains("exercise"));
    }

    TEST_CASE("bytes that are no UTF-8 are replaced")
    {
        VerdictEvent verdict;
        verdict.printed = "\xFF";
        CHECK(json::parse(event_text(verdict))["printed"] == "\xEF\xBF\xBD");
        CHECK(json::parse(verdicts_text({verdict}))["exercises"].size() == 1);
    }
}
