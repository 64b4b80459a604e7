// A reader's progress.
#include "lockstep/formats/progress.hpp"

#include "refusal.hpp"

#include <doctest/doctest.h>

using namespace lockstep::formats;

namespace
{

Progress read(const std::string& text)
{
    return progress_of(JsonReader::parse(text, "FILE", "REMEDY"));
}

} // namespace

TEST_SUITE("progress")
{
    TEST_CASE("what is written is read again, and nothing else is written")
    {
        Progress progress;
        progress.exercises["03-first-kernel/2-saxpy"] = {
            .solved = true,
            .broken = true,
            .first_solved = "2026-01-02T03:04:05Z",
            .handed_out = {{"saxpy.cl", "git:0a"}, {"test.cpp", "text:1b"}},
            .hints = 2,
            .best = lockstep::Score{.sectors = 1024, .passes = 256, .instructions = 900},
            .failure = LastFailure{
                .stage = "lens", .finding = Finding::lens_target, .metric = "launches", .told = true}};
        progress.exercises["04-ndrange/1-round-up"].hints = 1;
        progress.way = "weekend";
        CHECK(read(text_of(progress)) == progress);
        CHECK(progress.of("nothing") == ExerciseProgress{});
        CHECK(text_of(Progress{}) == "{\n  \"exercises\": {}\n}\n");
    }

    TEST_CASE("what would be lost by writing it again is refused")
    {
        CHECK(refusal_of("[]", progress_of) != "read");
        CHECK(refusal_of("null", progress_of) != "read");
        CHECK(refusal_of(R"({"exercises": {"a/1-b": {"solved": "yes"}}})", progress_of) ==
              "FILE: \"exercises.a/1-b.solved\" must be true or false. | REMEDY");
        CHECK(refusal_of(R"({"exercises": {"a/1-b": {"failure": {"stage": "clean", "finding": "x"}}}})",
                         progress_of) ==
              "FILE: \"exercises.a/1-b.failure.finding\" names no kind of failure. | REMEDY");
    }

    TEST_CASE("a file has changed if both versions are known in the same way and differ")
    {
        const HandedOut before{{"a", "git:1"}, {"b", "text:1"}, {"c", "git:1"}, {"d", "git:1"}};
        CHECK(changed_files(before, {{"a", "git:2"}, {"b", "text:1"}, {"c", "text:7"}, {"e", "git:1"}}) ==
              std::vector<std::string>{"a"});
    }

    TEST_CASE("each kind of failure has a name of its own")
    {
        for (int kind = 0; kind <= static_cast<int>(Finding::lens_target); ++kind)
            CHECK(finding_named(name_of(static_cast<Finding>(kind))) == static_cast<Finding>(kind));
        CHECK_FALSE(finding_named("unheard of"));
    }
}
