// questions: examination questions from a chapter's wrong solutions, with what the tests really say of them.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

TEST_SUITE("questions")
{
    TEST_CASE("a question has the wrong kernel, and its answer the mistake, the verdict and the mend")
    {
        const Fixture fixture;
        const std::string catalogue = "tests/mutants/" + std::string{exercise_id} + ".md";
        fixture.write(catalogue, read_text(own_source_dir() / catalogue));
        const ProcessResult result =
            fixture.lockstep({"questions", "3", "--each", "2", "--out", fixture.root().string()});
        REQUIRE(result.status == 0);
        CHECK(contains(result.output, "2 questions with answers"));
        const std::string text = read_text(fixture.root() / "questions-03.md");
        CHECK(contains(text, "alpha * x[i]"));
        CHECK(contains(text, "The tests of exercise 3/2 say:\n\n```output\ncorrect: "));
        CHECK(contains(text, "```diff\n-"));
        CHECK_FALSE(contains(text, "(void)alpha")); // do-nothing is no question
        const std::string moodle = read_text(fixture.root() / "questions-03.xml");
        CHECK(moodle.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>"));
        CHECK(contains(moodle, "<question type=\"essay\">"));
        CHECK(moodle.ends_with("</quiz>\n"));
    }

    TEST_CASE("a folder without catalogues, as a class has it, says so")
    {
        const Fixture fixture;
        const ProcessResult result = fixture.lockstep({"questions", "3"});
        CHECK(result.status == 2);
        CHECK(contains(result.error, "has no exercise on kernels with a catalogue"));
    }
}
