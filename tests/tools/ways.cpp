// Tests of the ways through the book: read, counted, followed and left.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "desk/progress.hpp"
#include "desk/way.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/ways.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

const char* const outline = R"({"parts": [], "ways": [
  {"name": "short", "title": "A short way", "summary": "One exercise.", "steps": ["3", "3/2"]},
  {"name": "nowhere", "title": "A way of another book", "summary": "Nothing.", "steps": ["77"]}]})";

Way short_way()
{
    return {
        .name = "short",
        .title = "A short way",
        .summary = "",
        .steps = {
            {.page = "a", .section = {}, .exercise = {}, .name = "1", .title = "Read", .minutes = 60},
            {.page = "a-1", .section = {}, .exercise = "a/1", .name = "1/1", .title = "Solve", .minutes = 10},
            {.page = "b", .section = {}, .exercise = {}, .name = "2", .title = "Read on", .minutes = 50},
            {.page = "b-1",
             .section = {},
             .exercise = "b/1",
             .name = "2/1",
             .title = "Solve",
             .minutes = 15}}};
}

std::string teaching()
{
    return read_text(own_source_dir() / "book/appendices/06-teaching.md");
}

// The exercises of a course in the appendix on teaching, week by week: of the laboratory, and due. "9/1 to 9/4" is four.
std::set<std::string> planned(const std::string& heading)
{
    const std::string guide = teaching();
    const std::size_t begin = guide.find(heading);
    REQUIRE(begin != std::string::npos);
    static const std::regex week{R"(\| \d+ \|.*)"};
    static const std::regex some{R"((\d+)/(\d)(?: to \d+/(\d))?)"};
    std::set<std::string> named;
    for (const std::string& line : split_lines(guide.substr(begin, guide.find("\n## ", begin + 1) - begin))) {
        if (!std::regex_match(line, week)) continue;
        for (std::sregex_iterator it{line.begin(), line.end(), some}, end; it != end; ++it) {
            const int first = std::stoi((*it)[2]);
            const int last = (*it)[3].matched ? std::stoi((*it)[3]) : first;
            for (int number = first; number <= last; ++number)
                named.insert(fmt::format("{}/{}", (*it)[1].str(), number));
        }
    }
    return named;
}

std::string progress_in(const Fixture& fixture)
{
    return read_text(fixture.root() / ".lockstep/progress.json");
}

} // namespace

TEST_SUITE("ways")
{
    TEST_CASE("every step of the book's own ways is there, and their hours are those of pages and exercises")
    {
        std::string complaints;
        const auto chapters = load_catalogue(own_source_dir());
        const auto ways = read_ways(own_source_dir(), chapters,
                                    [&](const auto&, const Failure& what) { complaints += what.what(); });
        CHECK(complaints == "");
        REQUIRE(ways.size() >= 6);
        const Way& weekend = find_way(ways, "weekend");
        CHECK(weekend.exercises().size() == 10);
        CHECK(weekend.minutes() > 9 * 60);
        CHECK(weekend.minutes() < 13 * 60);
        CHECK(find_way(ways, "evening").minutes() < 3 * 60);
        for (const Way& way : ways)
            for (const WayStep& step : way.steps)
                CHECK_MESSAGE(step.looked_up == (step.minutes == 0), step.title);
    }

    TEST_CASE("core exercises: two or three in every chapter, and a way takes them by one word")
    {
        const auto chapters = load_catalogue(own_source_dir());
        std::size_t core = 0;
        int minutes = 0;
        for (const ChapterInfo& chapter : chapters) {
            std::size_t of_chapter = 0;
            for (const ExerciseInfo& exercise : chapter.exercises) {
                if (!exercise.core) continue;
                ++of_chapter;
                minutes += exercise.minutes;
            }
            CHECK_MESSAGE(of_chapter >= 2, chapter.slug);
            CHECK_MESSAGE(of_chapter <= 3, chapter.slug);
            core += of_chapter;
        }
        const auto ways = read_ways(own_source_dir(), chapters, [](const auto&, const Failure&) {});
        CHECK(find_way(ways, "book").exercises().size() == core);
        CHECK(contains(teaching(), fmt::format("*core*: {} in all, {} hours by their own minutes", core,
                                               (minutes + 30) / 60)));
    }

    TEST_CASE(
        "the teacher's two courses leave out no core exercise of their chapters, and the way 'term' is the "
        "first, with a challenge at its end")
    {
        const auto chapters = load_catalogue(own_source_dir());
        std::set<std::string> first = planned("\n## A course of ten weeks");
        std::set<std::string> both = planned("\n## Six weeks more");
        both.insert(first.begin(), first.end());
        for (const ChapterInfo& chapter : chapters)
            for (const ExerciseInfo& exercise : chapter.exercises)
                if (exercise.core && chapter.number() < 33) // the last two chapters are in no plan
                    CHECK_MESSAGE(both.contains(exercise.short_name()), exercise.short_name());
        std::set<std::string> term;
        const auto ways = read_ways(own_source_dir(), chapters, [](const auto&, const Failure&) {});
        for (const WayStep* step : find_way(ways, "term").exercises()) term.insert(step->name);
        first.insert("20/4");
        CHECK(term == first);
    }

    TEST_CASE("reading takes longer with listings, and a section only its own time")
    {
        std::string words;
        for (int i = 0; i < 650; ++i) words += "word ";
        const std::string lesson = "# T\n\n## One\n\n" + words + "\n\n### Below\n\n" + words +
                                   "\n\n## Two {#second}\n\n" + words +
                                   "\n\\snippet a.cl b\n\\snippet a.cl c\n\\output output.txt\n";
        CHECK(reading_minutes(lesson) == 35);
        CHECK(reading_minutes(lesson, "one") == 20);
        CHECK(reading_minutes(lesson, "below") == 10);
        CHECK(reading_minutes(lesson, "second") == 15);
    }

    TEST_CASE(
        "what is read before an exercise comes next until that is solved, and then what is read behind it")
    {
        const Way way = short_way();
        CHECK(progress_on(way, {}).next == 0);
        CHECK(progress_on(way, {}).minutes_left == 135);
        const WayProgress half = progress_on(way, {"a/1"});
        CHECK(half.next == 2);
        CHECK(half.solved == 1);
        CHECK(half.minutes_left == 65);
        CHECK(progress_on(way, {"a/1", "b/1"}).next == 4);
        CHECK(progress_on(way, {"b/1"}).next == 0); // the first was passed over, and is still open
        CHECK(end_of_way(way, {"a/1"}, "a/1") == "");
        CHECK(contains(end_of_way(way, {"a/1", "b/1"}, "b/1"), "A short way"));
        CHECK(end_of_way(way, {"a/1", "b/1"}, "c/1") == "");
        CHECK(to_read_before(way, "b/1") == "chapter 2, Read on");
        CHECK(to_read_before(way, "c/1") == "");
    }

    TEST_CASE("a way that ends with a chapter leads there once its exercises are solved")
    {
        Way way = short_way();
        way.steps.push_back(
            {.page = "c", .section = {}, .exercise = {}, .name = "3", .title = "The end", .minutes = 55});
        const WayProgress progress = progress_on(way, {"a/1", "b/1"});
        CHECK(progress.next == 4);
        CHECK(progress.minutes_left == 55);
        CHECK(contains(steps_text(way, {"a/1", "b/1"}), "Next: read The end"));
        CHECK(contains(end_of_way(way, {"a/1", "b/1"}, "b/1"), "Now read to its end: chapter 3, The end."));
    }

    TEST_CASE("a way is followed by list and check, shown by way, and left without losing what was solved")
    {
        const Fixture fixture;
        fixture.write("book/outline.json", outline);
        const ProcessResult all = fixture.lockstep({"way"});
        CHECK(all.status == 0);
        CHECK(contains(all.output, "A short way"));
        CHECK_FALSE(contains(all.output, "another book")); // none of its steps is here
        const ProcessResult follow = fixture.lockstep({"way", "short"});
        CHECK(follow.status == 0);
        CHECK(contains(follow.output, "0 of 1 exercises of \"A short way\" solved"));
        CHECK(contains(fixture.lockstep({"list"}).output, "All exercises: ./lockstep list --all"));
        CHECK_FALSE(contains(fixture.lockstep({"list", "--all"}).output, "A short way"));
        fixture.kernel(right_kernel);
        CHECK(contains(fixture.lockstep({"check"}).output, "You have come to the end of \"A short way\"."));
        CHECK(contains(fixture.lockstep({"way"}).output, "1 of 1 exercises"));
        CHECK(fixture.lockstep({"way", "--leave"}).status == 0);
        CHECK_FALSE(contains(progress_in(fixture), "\"way\""));
        CHECK(contains(progress_in(fixture), "\"solved\": true"));
    }

    TEST_CASE("an unknown way ends in a sentence with the nearest; one that the book no longer has is told "
              "and kept")
    {
        const Fixture fixture;
        fixture.write("book/outline.json", outline);
        const ProcessResult mistyped = fixture.lockstep({"way", "shrot"});
        CHECK(mistyped.status == 2);
        CHECK(contains(mistyped.error, "There is no way 'shrot'. Did you mean 'short'?"));
        fixture.write(".lockstep/progress.json", R"({"exercises": {}, "way": "gone"})");
        CHECK(contains(fixture.lockstep({"way"}).output,
                       "You followed the way 'gone', which this book does not have."));
        CHECK(fixture.lockstep({"list"}).status == 0);
        CHECK(contains(progress_in(fixture), "gone"));
    }

    TEST_CASE("progress of 0.1, which knows neither ways nor medals, is read and kept")
    {
        const Fixture fixture;
        fixture.write("book/outline.json", outline);
        fixture.write(
            ".lockstep/progress.json",
            R"({"exercises": {"03-first-kernel/2-saxpy": {"solved": true, "first_solved": "2026-11-22T17:05:24Z", "hints": 2}}})");
        CHECK(contains(fixture.lockstep({"way", "short"}).output, "1 of 1 exercises"));
        CHECK(contains(progress_in(fixture), "2026-11-22T17:05:24Z"));
        CHECK(contains(progress_in(fixture), "\"hints\": 2"));
    }
}
