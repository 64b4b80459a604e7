// Tests of what the tool remembers: solved, broken, changed by the book; and a file that is damaged.
#include "fixture.hpp"

#include "desk/progress.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <thread>

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

const std::string damaged = R"({"exercises": {"03-first-kernel/2-saxpy": {"solved": tr)";

// As if it had been solved, without the time that a check takes.
std::string solved_once(const std::string& more = "")
{
    return R"({"exercises": {"03-first-kernel/2-saxpy": {"solved": true)" + more + "}}}";
}

nlohmann::json entry_in(const Fixture& fixture)
{
    return nlohmann::json::parse(
        lockstep::read_text(fixture.root() / ".lockstep/progress.json"))["exercises"][exercise_id];
}

} // namespace

TEST_SUITE("progress")
{
    TEST_CASE("what was solved and fails later is broken: it is marked, counts nothing, and keeps its date")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        CHECK(fixture.lockstep({"check", "3/2"}).status == 0);
        const nlohmann::json solved = entry_in(fixture);
        CHECK(solved["solved"] == true);
        CHECK(solved["first_solved"].get<std::string>().size() == 20);
        CHECK(solved["handed_out"].contains("test.cpp"));
        fixture.kernel(
            "kernel void saxpy(float a, global const float* x, global float* y, uint n) { oops }\n");
        const ProcessResult check = fixture.lockstep({"check", "3/2"});
        CHECK(check.status == 1);
        const nlohmann::json broken = entry_in(fixture);
        CHECK(broken["broken"] == true);
        CHECK(broken["first_solved"] == solved["first_solved"]);
        CHECK(broken["failure"] == nlohmann::json{{"stage", "builds"}, {"finding", "no-build"}});
        const std::string list = fixture.lockstep({"list"}).output;
        CHECK(contains(list, "  ! 3/2"));
        CHECK(contains(list, "! solved once, and broken when last checked: 3/2   ./lockstep check 3/2\n"));
        CHECK(contains(list, "0 of 1 solved, 0 of 10 points"));
    }

    TEST_CASE(
        "what the book hands out anew since it was solved is marked and named; checked again, it is solved")
    {
        const Fixture fixture;
        fixture.write(".stubs/" + std::string{exercise_id} + "/saxpy.cl", "// the first stub\n");
        fixture.kernel(right_kernel);
        CHECK(fixture.lockstep({"check", "3/2"}).status == 0);
        CHECK(contains(fixture.lockstep({"list"}).output, "  ✓ 3/2"));
        fixture.write("exercises/" + std::string{exercise_id} + "/README.md", "# Another text\n");
        fixture.write(".stubs/" + std::string{exercise_id} + "/saxpy.cl", "// the second stub\n");
        const std::string list = fixture.lockstep({"list"}).output;
        CHECK(contains(list, "  ~ 3/2"));
        CHECK(contains(list, "~ solved, and changed by the book since: 3/2 (README.md, saxpy.cl)   "
                             "./lockstep check 3/2\n"));
        CHECK(contains(list, "1 of 1 solved, 10 of 10 points"));
        const nlohmann::json json = nlohmann::json::parse(fixture.lockstep({"list", "--json"}).output);
        CHECK(json["chapters"][0]["exercises"][0]["standing"] == "changed");
        CHECK(fixture.lockstep({"check", "3/2"}).status == 0);
        CHECK(contains(fixture.lockstep({"list"}).output, "  ✓ 3/2"));
    }

    TEST_CASE(
        "a damaged file is told, moved aside whole, and what to type is said; the next is not its victim")
    {
        const Fixture fixture;
        fixture.write(".lockstep/progress.json", damaged);
        const ProcessResult first = fixture.lockstep({"list"});
        CHECK(first.status == 0);
        CHECK(contains(first.error, "progress.json is not JSON"));
        CHECK(contains(first.error, "\n  try: mend it and put it back: mv "));
        CHECK(contains(first.error, "./lockstep check --all"));
        CHECK(lockstep::read_text(fixture.root() / ".lockstep/progress.json.damaged-1") == damaged);
        CHECK(fixture.lockstep({"list"}).error.empty());
        fixture.write(".lockstep/progress.json", "[]");
        fixture.lockstep({"hint", "3/2"});
        CHECK(lockstep::read_text(fixture.root() / ".lockstep/progress.json.damaged-1") == damaged);
        CHECK(lockstep::read_text(fixture.root() / ".lockstep/progress.json.damaged-2") == "[]");
        CHECK(entry_in(fixture)["hints"] == 1);
    }

    TEST_CASE("commands that end at once lose nothing of each other")
    {
        const lockstep::ScratchFolder scratch;
        std::vector<std::thread> writers;
        for (int i = 0; i < 16; ++i)
            writers.emplace_back(
                [&, i] { CHECK(record_hints_seen(scratch.path(), "01-one/" + std::to_string(i), 1) == ""); });
        for (std::thread& writer : writers) writer.join();
        CHECK(load_progress(scratch.path()).exercises.size() == 16);
    }

    TEST_CASE("the file says what is solved, and can be deleted")
    {
        const Fixture fixture;
        fixture.write(".lockstep/progress.json",
                      R"({"exercises": {"03-first-kernel/2-saxpy": {"solved": true}}})");
        CHECK(contains(fixture.lockstep({"list"}).output, "  ✓ 3/2"));
        fs::remove_all(fixture.root() / ".lockstep");
        CHECK(contains(fixture.lockstep({"list"}).output, "  · 3/2"));
    }

    TEST_CASE(
        "the solution is refused before the exercise is solved, and stands beside the reader's file then")
    {
        const Fixture fixture;
        fixture.kernel("// mine\nkernel void saxpy() {}\n");
        const ProcessResult refused = fixture.lockstep({"solution", "3/2"});
        CHECK(refused.status == 2);
        CHECK(refused.output.empty());
        CHECK(contains(refused.error, "3/2 is not solved yet."));
        CHECK(contains(refused.error, "./lockstep solution 3/2 --give-up"));
        const std::string given =
            fixture.lockstep({"solution", "3/2", "--give-up"}, {{"COLUMNS", "120"}}).output;
        CHECK(contains(given, "Yours: exercises/03-first-kernel/2-saxpy/saxpy.cl   "));
        CHECK(contains(given, "   The book's: solutions/03-first-kernel/2-saxpy/saxpy.cl\n"));
        CHECK(contains(given, "// mine    "));
        fixture.write(".lockstep/progress.json", solved_once(R"(, "broken": true)"));
        const std::string narrow = fixture.lockstep({"solution", "3/2"}, {{"COLUMNS", "70"}}).output;
        CHECK(contains(narrow, "\n< // mine\n"));
        CHECK(contains(narrow, "\n\nThe book's: solutions/03-first-kernel/2-saxpy/saxpy.cl\n"));
    }

    TEST_CASE("reset brings the stub back and keeps what was there, each time under a name of its own")
    {
        const Fixture fixture;
        const std::string folder = "exercises/" + std::string{exercise_id} + "/";
        fixture.write(".stubs/" + std::string{exercise_id} + "/saxpy.cl", "// the stub\n");
        fixture.kernel("// mine\n");
        const ProcessResult reset = fixture.lockstep({"reset", "3/2"});
        CHECK(reset.status == 0);
        CHECK(reset.output == folder + "saxpy.cl is as the book hands it out.\n  Your text is kept: " +
                                  folder + "saxpy.your-1.cl\n");
        CHECK(lockstep::read_text(fixture.exercise() / "saxpy.cl") == "// the stub\n");
        CHECK(lockstep::read_text(fixture.exercise() / "saxpy.your-1.cl") == "// mine\n");
        CHECK(contains(fixture.lockstep({"reset", "saxpy"}).output, "nothing was changed"));
        fixture.kernel("// mine again\n");
        fixture.lockstep({"reset", "3/2"});
        CHECK(lockstep::read_text(fixture.exercise() / "saxpy.your-1.cl") == "// mine\n");
        CHECK(lockstep::read_text(fixture.exercise() / "saxpy.your-2.cl") == "// mine again\n");
        fs::remove(fixture.exercise() / "saxpy.cl");
        CHECK(fixture.lockstep({"reset", "3/2"}).status == 0);
        CHECK(lockstep::read_text(fixture.exercise() / "saxpy.cl") == "// the stub\n");
    }

    TEST_CASE("in a clone, the stub is the one of the commit that is shared with where it came from")
    {
        const Fixture fixture;
        const auto git = [&](const std::string& words) {
            const ProcessResult result =
                run_process({.arguments = {"sh", "-c", "git -c user.name=A -c user.email=a@b " + words},
                             .environment = {{"GIT_CONFIG_GLOBAL", "/dev/null"}},
                             .folder = fixture.root()},
                            {});
            CAPTURE(result.error);
            REQUIRE(result.ok());
        };
        if (find_program("git").empty()) return;
        const std::string stub = lockstep::read_text(fixture.exercise() / "saxpy.cl");
        git("init -q .");
        git("add exercises");
        git("commit -q -m book");
        git("update-ref refs/remotes/origin/main HEAD");
        fixture.kernel("// committed by the reader\n");
        git("commit -q -a -m mine");
        CHECK(contains(fixture.lockstep({"reset", "3/2"}).output, "saxpy.your-1.cl"));
        CHECK(lockstep::read_text(fixture.exercise() / "saxpy.cl") == stub);
    }

    TEST_CASE("what several record at once is all kept")
    {
        const lockstep::ScratchFolder source;
        std::vector<std::thread> recording;
        for (int i = 0; i < 8; ++i)
            recording.emplace_back([&source, i] {
                for (std::size_t seen = 1; seen <= 5; ++seen)
                    record_hints_seen(source.path(), "exercise-" + std::to_string(i), seen);
            });
        for (std::thread& thread : recording) thread.join();
        const lockstep::formats::Progress progress = load_progress(source.path());
        for (int i = 0; i < 8; ++i) CHECK(progress.of("exercise-" + std::to_string(i)).hints == 5);
    }

    TEST_CASE("where the stub is not known, nothing is touched")
    {
        const Fixture fixture;
        fixture.kernel("// mine\n");
        const ProcessResult refused = fixture.lockstep({"reset", "3/2"});
        CHECK(refused.status == 2);
        CHECK(contains(refused.error, "saxpy.cl cannot be brought back"));
        CHECK(lockstep::read_text(fixture.exercise() / "saxpy.cl") == "// mine\n");
    }
}
