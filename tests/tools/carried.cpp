// export and import: a reader's work goes from one clone to another, or from a page, and nothing of their own is lost.
#include "fixture.hpp"

#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>

using namespace lockstep::tool;
using namespace lockstep::tool::test;
using lockstep::contains;

namespace
{

namespace fs = std::filesystem;

const std::string kernel_name = "exercises/" + std::string{exercise_id} + "/saxpy.cl";

std::string work_with(const std::string& texts, const std::string& solved = "{}")
{
    return R"({"lockstep": "work", "texts": )" + texts + R"(, "progress": {"exercises": )" + solved + "}}";
}

const std::string theirs =
    work_with("{\"" + kernel_name + R"(": "// theirs\n"})",
              "{\"" + std::string{exercise_id} +
                  R"(": {"solved": true, "first_solved": "2026-11-22T17:05:24Z", "hints": 2}})");

void hand_out(const Fixture& fixture, const std::string& own)
{
    fixture.write(".stubs/" + std::string{exercise_id} + "/saxpy.cl", "// the stub\n");
    fixture.kernel(own);
}

std::string own_text(const Fixture& fixture)
{
    return lockstep::read_text(fixture.exercise() / "saxpy.cl");
}

} // namespace

TEST_SUITE("carried")
{
    TEST_CASE("a text goes where the book's own stands, and what it solves is solved")
    {
        const Fixture fixture;
        hand_out(fixture, "// the stub\n");
        fixture.write("work.json", theirs);
        const ProcessResult taken = fixture.lockstep({"import", (fixture.root() / "work.json").string()});
        CHECK(taken.status == 0);
        CHECK(contains(taken.output, "1 exercise more is solved"));
        CHECK(own_text(fixture) == "// theirs\n");
        const auto progress =
            nlohmann::json::parse(lockstep::read_text(fixture.root() / ".lockstep/progress.json"));
        CHECK(progress["exercises"][std::string{exercise_id}]["solved"] == true);
        CHECK(progress["exercises"][std::string{exercise_id}]["hints"] == 2);
    }

    TEST_CASE("the reader's own text stays, and the other is laid beside it once")
    {
        const Fixture fixture;
        hand_out(fixture, "// mine\n");
        fixture.write("work.json", theirs);
        for (int time = 0; time < 2; ++time)
            CHECK(contains(fixture.lockstep({"import", (fixture.root() / "work.json").string()}).output,
                           "saxpy.your-1.cl"));
        CHECK(own_text(fixture) == "// mine\n");
        CHECK(lockstep::read_text(fixture.exercise() / "saxpy.your-1.cl") == "// theirs\n");
        CHECK_FALSE(fs::exists(fixture.exercise() / "saxpy.your-2.cl"));
    }

    TEST_CASE("what export writes import takes over elsewhere")
    {
        const Fixture here;
        hand_out(here, "// mine\n");
        here.write(".lockstep/progress.json",
                   "{\"exercises\": {\"" + std::string{exercise_id} + R"(": {"solved": true}}})");
        const std::string file = (here.root() / "work.json").string();
        CHECK(here.lockstep({"export", file}).status == 0);
        const Fixture there;
        hand_out(there, "// the stub\n");
        CHECK(there.lockstep({"import", file}).status == 0);
        CHECK(own_text(there) == "// mine\n");
    }

    TEST_CASE("what is as the book has it is not carried")
    {
        const Fixture fixture;
        hand_out(fixture, "// the stub\n");
        const ProcessResult written = fixture.lockstep({"export", "-"});
        CHECK(nlohmann::json::parse(written.output)["texts"].empty());
    }

    TEST_CASE("a file that is cut, hostile or none is refused in a sentence, and nothing is changed")
    {
        const Fixture fixture;
        hand_out(fixture, "// the stub\n");
        for (const std::string& text :
             {std::string{}, theirs.substr(0, theirs.size() / 2), std::string{"[]"}, std::string{"{}"},
              std::string(100000, '['), work_with("[1]"), work_with("{\"" + kernel_name + "\": 7}"),
              work_with("{\"" + kernel_name + "\": \"" + std::string(300000, 'x') + "\"}"),
              work_with("{\"" + kernel_name + R"(": "// theirs"})", R"({"x": {"solved": 3}})")}) {
            fixture.write("work.json", text);
            const ProcessResult refused =
                fixture.lockstep({"import", (fixture.root() / "work.json").string()});
            CAPTURE(text.substr(0, 100));
            CHECK(refused.status == 2);
            CHECK(contains(refused.error, "try: "));
            CHECK(own_text(fixture) == "// the stub\n");
        }
        CHECK(fixture.lockstep({"import", "/nowhere.json"}).status == 2);
    }

    TEST_CASE("no name in a file becomes a path")
    {
        const Fixture fixture;
        hand_out(fixture, "// the stub\n");
        fixture.write("work.json",
                      work_with(R"({"../out.cl": "x", "/tmp/out.cl": "x", "exercises/../out.cl": "x"})"));
        const ProcessResult taken = fixture.lockstep({"import", (fixture.root() / "work.json").string()});
        CHECK(taken.status == 0);
        CHECK(contains(taken.output, "../out.cl is no file of this book"));
        CHECK_FALSE(fs::exists(fixture.root() / "out.cl"));
    }
}
