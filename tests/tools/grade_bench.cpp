// Tests of `lockstep grade --bench`: who is measured, who is not and why, and that grades stay as they are. How fast
// anything is here is nobody's business.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/leaderboard.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

constexpr const char* open_exercise_id = "19-scan/5-rung";

std::string solution()
{
    return read_text(own_source_dir() / "solutions" / open_exercise_id / "rung.cl");
}

std::string changed(const std::string& from, const std::string& to)
{
    const std::string text = replace_all(solution(), from, to);
    REQUIRE(text != solution());
    return text;
}

/// What is handed out: sums of the wrong sign, since the exercise's own stub is right, and slow in ways that few checks see.
std::string stub()
{
    return changed("x += (four)", "x -= (four)");
}

/// A book of one open exercise, whose checks are few, and of one that is none.
class OpenClass
{
public:
    OpenClass() : fixture_{open_exercise_id}
    {
        for (const char* folder : {"kernels", "bench", "lens"})
            fs::create_directory_symlink(own_source_dir() / folder, fixture_.root() / folder);
        fixture_.write(std::string{"exercises/"} + open_exercise_id + "/exercise.json",
                       R"({"title": "A rung of your own", "points": 30, "minutes": 60, "edit": ["rung.cl"],
                "checks": ["correct", "lens"], "hints": [], "ladder": {"name": "scan", "rung": "block_registers"},
                "lens": {"device": "h200",
                         "targets": [{"kernel": "scan_blocks_in_registers", "metric": "global_load.efficiency", "min": 0.9}]}})");
        fixture_.write(std::string{"exercises/"} + open_exercise_id + "/rung.cl", stub());
    }

    fs::path out() const { return fixture_.root() / "out"; }
    void hand_in(const std::string& student, const std::string& text) const
    {
        fixture_.write("class/" + student + "/exercises/" + open_exercise_id + "/rung.cl", text);
    }
    ProcessResult grade(const std::vector<std::string>& more) const
    {
        std::vector<std::string> arguments{"grade", "class", "--out", "out", "--time-limit", "60"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return fixture_.lockstep(arguments);
    }
    ProcessResult bench(const std::vector<std::string>& more, const Environment& environment = {}) const
    {
        std::vector<std::string> arguments{"grade", "--out", "out", "--quick", "--bench"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return fixture_.lockstep(arguments, environment);
    }
    formats::Leaderboard board() const
    {
        return formats::leaderboard_of(
            formats::JsonReader::read(out() / "leaderboard-scan.json", "measure again"));
    }

private:
    Fixture fixture_;
};

std::string why_absent(const formats::Leaderboard& board, const std::string& key)
{
    const auto found = std::ranges::find(board.absent, key, &formats::BoardAbsence::key);
    return found == board.absent.end() ? "is there" : found->why;
}

} // namespace

TEST_SUITE("grade_bench")
{
    TEST_CASE("right submissions are measured, and a kernel that is wrong only at that size is told so")
    {
        const OpenClass a;
        a.hand_in("ann", solution());
        a.hand_in("bob", changed("totals[l] = total;", "totals[l] = 0;"));
        // What small tests cannot see.
        a.hand_in("eve",
                  changed("x += (four)", "if (n > 3000000 && i == 2900000) x.x += 1;\n    x += (four)"));
        a.hand_in("fay", stub());
        const ProcessResult graded = a.grade({"--exercises", "19/5"});
        CAPTURE(graded.error);
        REQUIRE(contains(graded.output, "2 of 4 solved"));
        const std::string results = read_text(a.out() / "results.json");
        const std::string page = read_text(a.out() / "index.html");

        const ProcessResult nobody = a.bench({"snake"});
        CHECK(nobody.status == 2);
        CHECK(contains(nobody.error, "one of scan"));
        const ProcessResult without_device = a.bench({"scan"}, {{"OCL_ICD_VENDORS", "/nowhere"}});
        CHECK(without_device.status == 2);
        CHECK(contains(without_device.error, "Nothing was measured. No OpenCL platform was found"));
        const ProcessResult without_walls = a.bench({"scan"}, {{"PATH", "/nowhere"}});
        CHECK(without_walls.status == 2);
        CHECK(contains(without_walls.error, "Nothing was measured"));
        CHECK(contains(without_walls.error, "bubblewrap"));
        CHECK_FALSE(fs::exists(a.out() / "leaderboard-scan.json"));

        const ProcessResult measured = a.bench({"scan", "--rounds", "5"});
        CAPTURE(measured.output);
        CAPTURE(measured.error);
        REQUIRE(measured.status == 0);
        const formats::Leaderboard board = a.board();
        REQUIRE(board.students.size() == 1);
        CHECK(board.students[0].key == "ann");
        CHECK(board.students[0].rounds.size() == 5);
        CHECK(*board.students[0].places == formats::Places{1, 1});
        REQUIRE(board.students[0].counts.has_value());
        REQUIRE(board.book.has_value());
        REQUIRE(board.book->counts.has_value());
        CHECK(board.students[0].counts->passes < board.book->counts->passes);
        CHECK(contains(why_absent(board, "bob"), "correct: "));
        CHECK(contains(why_absent(board, "eve"), "At the size that is measured (4,194,304)"));
        CHECK(contains(why_absent(board, "eve"), "prefix 2900000"));
        CHECK(why_absent(board, "fay") == "It was handed in as it was handed out.");
        CHECK(contains(measured.output, "not ranked: eve"));
        CHECK(contains(read_text(a.out() / "leaderboard-scan.csv"), "\n1,ann,ann,"));
        CHECK(contains(read_text(a.out() / "leaderboard-scan.html"), "Leaderboard: A rung of your own"));
        CHECK(read_text(a.out() / "results.json") == results);
        CHECK(read_text(a.out() / "index.html") == page);
    }

    TEST_CASE("what cannot be measured is refused, with what to type")
    {
        const OpenClass a;
        const ProcessResult ungraded = a.bench({"scan"});
        CHECK(ungraded.status == 2);
        CHECK(contains(ungraded.error, "There is no graded class in out."));
        const ProcessResult few = a.bench({"scan", "--rounds", "4"});
        CHECK(few.status != 0);
        a.hand_in("bob", "kernel void other() {}\n");
        REQUIRE(a.grade({"--exercises", "19/5"}).status == 0);
        const ProcessResult wrong = a.bench({"scan"});
        CHECK(wrong.status == 2);
        CHECK(contains(wrong.error, "no submission of 19/5 passed every stage"));
        CHECK(contains(wrong.error, "bob: "));
    }
}
