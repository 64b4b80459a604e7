// Tests of `lockstep grade`: a class from its submissions to its results, interrupted and gone on with.
#include "archive_maker.hpp"
#include "fixture.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/grading.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

const std::string wrong_kernel =
    "kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
    "    const uint i = get_global_id(0);\n    if (i < n) y[i] = alpha * x[i];\n}\n";

/// A book of one exercise, and submissions.
class ClassFixture
{
public:
    const Fixture& tree() const { return fixture_; }
    Fixture& tree() { return fixture_; }
    fs::path out() const { return fixture_.root() / "out"; }
    fs::path class_path(const std::string& name) const { return fixture_.root() / "class" / name; }
    void hand_in(const std::string& student, const std::string& text) const
    {
        fixture_.write("class/" + student + "/exercises/" + exercise_id + "/saxpy.cl", text);
    }
    ProcessResult grade(std::vector<std::string> more = {}, const std::string& out = "out") const
    {
        std::vector<std::string> arguments{"grade", "class", "--out", out};
        if (more.empty() || more.front() != "--job")
            more.insert(more.end(), {"--exercises", "3/2", "--unsafe"});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return fixture_.lockstep(arguments);
    }
    formats::GradedClass results(const std::string& out = "out") const
    {
        return formats::graded_class_of(
            formats::JsonReader::read(fixture_.root() / out / "results.json", "grade again"));
    }
    /// The lines of the log that tell of a job.
    std::size_t jobs_run() const
    {
        const std::string log = fs::exists(out() / "log.txt") ? read_text(out() / "log.txt") : "";
        std::size_t count = 0;
        for (auto at = log.find(" job "); at != std::string::npos; at = log.find(" job ", at + 1)) ++count;
        return count;
    }

private:
    Fixture fixture_;
};

const formats::ExerciseGrade& grade_of(const formats::GradedClass& graded, const std::string& key)
{
    for (const formats::GradedStudent& student : graded.students)
        if (student.key == key) return student.grades.front();
    FAIL("no student " << key);
    return graded.students.front().grades.front();
}

} // namespace

TEST_SUITE("grade")
{
    TEST_CASE("a class is graded, each submission by what it holds")
    {
        ClassFixture a;
        a.hand_in("ann", right_kernel);
        a.hand_in("bob", wrong_kernel);
        a.hand_in("cem", read_text(a.tree().exercise() / "saxpy.cl"));
        a.tree().write("class/dan/notes.txt", "sorry");
        a.tree().write("class/eve.zip", "no archive");
        ArchiveMaker{a.class_path("fay.tar.gz"), "tar.gz"}.add("2-saxpy/saxpy.cl", right_kernel);
        ArchiveMaker{a.class_path("guy\n\"x\",\xff.zip"), "zip"}.add("saxpy.cl", "kernel void other() {}\n");
        const ProcessResult result = a.grade();
        CAPTURE(result.output);
        CAPTURE(result.error);
        REQUIRE(result.status == 0);
        CHECK(contains(result.output, "7 students, 1 exercise: 2 of 7 solved"));
        const formats::GradedClass graded = a.results();
        REQUIRE(graded.students.size() == 7);
        CHECK(grade_of(graded, "ann").outcome == formats::Outcome::solved);
        CHECK(grade_of(graded, "bob").outcome == formats::Outcome::failed);
        CHECK(grade_of(graded, "bob").stage == "correct");
        CHECK(contains(grade_of(graded, "bob").sentence, "y["));
        CHECK(grade_of(graded, "cem").outcome == formats::Outcome::not_begun);
        CHECK(grade_of(graded, "dan").outcome == formats::Outcome::not_handed_in);
        CHECK(contains(grade_of(graded, "eve").sentence, "It is no archive that can be read"));
        CHECK(grade_of(graded, "fay").outcome == formats::Outcome::solved);
        CHECK(contains(graded.students.back().name, "guy\\n\"x\",\\xff"));
        CHECK(graded.students.back().grades.front().outcome == formats::Outcome::failed);
        for (const formats::GradedStudent& student : graded.students)
            CHECK(fs::exists(a.out() / "students" / student.key / "results.json"));
        for (const char* file :
             {"results.csv", "junit.xml", "index.html", "similar.csv", "moodle.csv", "canvas.csv"})
            CHECK(fs::exists(a.out() / file));
        CHECK_FALSE(contains(read_text(a.out() / "results.json"), "/tmp/"));
    }

    TEST_CASE("what the teacher solved in the book's own folder is no stub")
    {
        ClassFixture fixture;
        const std::string stub = read_text(fixture.tree().exercise() / "saxpy.cl");
        fixture.tree().write(".stubs/" + std::string{exercise_id} + "/saxpy.cl", stub);
        fixture.tree().kernel(right_kernel);
        fixture.hand_in("nora", right_kernel);
        fixture.hand_in("otto", stub);
        CHECK(fixture.grade().status == 0);
        const formats::GradedClass graded = fixture.results();
        CHECK(grade_of(graded, "nora").outcome == formats::Outcome::solved);
        CHECK(grade_of(graded, "otto").outcome == formats::Outcome::not_begun);
    }

    TEST_CASE("a laboratory's own stub is what its class was handed out")
    {
        const ClassFixture a;
        const std::string other_stub = "// Another stub\n" + wrong_kernel;
        a.tree().write("lab/lab.json", R"({"exercises": ["03-first-kernel/2-saxpy"]})");
        a.tree().write("lab/.stubs/" + std::string{exercise_id} + "/saxpy.cl", other_stub);
        a.hand_in("ann", "\xEF\xBB\xBF" + replace_all(other_stub, "\n", "\r\n"));
        a.hand_in("bob", read_text(a.tree().exercise() / "saxpy.cl"));
        REQUIRE(a.tree()
                    .lockstep({"grade", "class", "--out", "out", "--unsafe", "--lab", "lab/lab.json"})
                    .status == 0);
        CHECK(grade_of(a.results(), "ann").outcome == formats::Outcome::not_begun);
        CHECK(grade_of(a.results(), "bob").outcome == formats::Outcome::failed);
        fs::remove_all(a.tree().root() / "lab"); // what was handed out stays what it was
        REQUIRE(a.tree().lockstep({"grade", "class", "--out", "out", "--unsafe"}).status == 0);
        CHECK(grade_of(a.results(), "ann").outcome == formats::Outcome::not_begun);
    }

    TEST_CASE("an exercise whose own solution does not pass gives no marks, says why, and is tried again")
    {
        const ClassFixture a;
        const std::string solution = "solutions/" + std::string{exercise_id} + "/saxpy.cl";
        const std::string right = read_text(a.tree().root() / solution);
        a.hand_in("ann", right_kernel);
        a.hand_in("bob", wrong_kernel);
        a.tree().write(solution, wrong_kernel);
        const ProcessResult result = a.grade();
        CAPTURE(result.error);
        CHECK(result.status == 2);
        CHECK(contains(result.error, "1 exercise could not be run, and got no marks from anybody:\n"
                                     "  3/2: The book's own solution does not pass. correct: "));
        for (const char* student : {"ann", "bob"}) {
            CHECK(grade_of(a.results(), student).outcome == formats::Outcome::not_graded);
            CHECK(contains(grade_of(a.results(), student).sentence,
                           "It could not be run: The book's own solution"));
        }
        CHECK(contains(read_text(a.out() / "results.csv"), "\nann,ann,,0,10,,\n"));
        CHECK(a.jobs_run() == 0);
        a.tree().write(solution, right);
        REQUIRE(a.grade().status == 0);
        CHECK(grade_of(a.results(), "ann").outcome == formats::Outcome::solved);
        CHECK(grade_of(a.results(), "bob").outcome == formats::Outcome::failed);
    }

    TEST_CASE("an exercise that is handed out solved is told before the class")
    {
        const ClassFixture a;
        a.tree().kernel(right_kernel);
        const ProcessResult result =
            a.tree().lockstep({"grade", "--control", "--out", "out", "--exercises", "3/2", "--unsafe"});
        CHECK(result.status == 2);
        CHECK(contains(result.error, "3/2: What was handed out passes as it is."));
    }

    TEST_CASE("points by stages, and what is set by hand, need no second run")
    {
        const ClassFixture a;
        const std::string no_guard = replace_all(
            replace_all(right_kernel, "    if (i", "    const float more = alpha * x[i];\n    if (i"),
            "alpha * x[i] + y[i]",
            "more + y[i]"); // reads beyond the end, which nothing but the stage clean sees
        a.hand_in("ann", right_kernel);
        a.hand_in("bob", no_guard);
        a.hand_in("cem", wrong_kernel);
        REQUIRE(a.grade().status == 0);
        CHECK(a.jobs_run() == 3);
        CHECK(read_text(a.out() / "by-hand.csv") == "student,exercise,points,late,comment\n");
        a.tree().write("marks.json", R"({"stages": {"builds": 1, "correct": 6, "clean": 3}, "late": [0.5]})");
        a.tree().write("out/by-hand.csv", "student,exercise,points,late,comment\r\nann,,,1,Late.\r\n"
                                          "cem,3/2,4.5,,\"Right idea, \"\"nearly\"\".\"\r\n");
        const ProcessResult again =
            a.tree().lockstep({"grade", "--out", "out", "--results", "--marks", "marks.json"});
        CAPTURE(again.error);
        REQUIRE(again.status == 0);
        CHECK(a.jobs_run() == 3);
        const formats::GradedClass graded = a.results();
        CHECK(graded.points(grade_of(graded, "ann")) == 5);
        CHECK(grade_of(graded, "bob").how == "builds, correct: 7 of 10");
        CHECK(graded.points(grade_of(graded, "bob")) == 7);
        CHECK(graded.points(grade_of(graded, "cem")) == 4.5);
        CHECK(grade_of(graded, "cem").comment == "Right idea, \"nearly\".");
        const std::string page = read_text(a.out() / "students/cem/index.html");
        CHECK(contains(page, "Right idea, &quot;nearly&quot;."));
        CHECK(contains(page, "4.5 of 10 points"));
        CHECK(contains(page, "alpha")); // the code
        CHECK_FALSE(contains(page, "bob"));
        REQUIRE(a.grade({"--fresh"}).status == 0); // all anew, and nothing of the teacher's is lost
        CHECK(a.results().points(grade_of(a.results(), "cem")) == 4.5);
        a.tree().write("out/by-hand.csv", "student,exercise,points,late,comment\nzoe,3/2,1,,\n");
        const ProcessResult unknown = a.tree().lockstep({"grade", "--out", "out", "--results"});
        CHECK(unknown.status == 2);
        CHECK(contains(unknown.error, "by-hand.csv:2: no submission is of 'zoe'"));
    }

    TEST_CASE("a second run grades nothing twice, and only what has changed again")
    {
        const ClassFixture a;
        a.hand_in("ann", right_kernel);
        a.hand_in("bob", wrong_kernel);
        REQUIRE(a.grade({"--seed", "7"}).status == 0);
        CHECK(a.jobs_run() == 2);
        const std::string before = read_text(a.out() / "results.json");
        REQUIRE(a.grade().status == 0);
        CHECK(a.jobs_run() == 2);
        CHECK(read_text(a.out() / "results.json") == before);
        a.hand_in("bob", right_kernel);
        a.hand_in("cem", wrong_kernel);
        REQUIRE(a.grade().status == 0);
        CHECK(a.jobs_run() == 4);
        CHECK(a.results().seed == 7);
        CHECK(grade_of(a.results(), "bob").outcome == formats::Outcome::solved);
    }

    TEST_CASE("the same submissions and seed make the same bytes")
    {
        const ClassFixture a;
        a.hand_in("ann", right_kernel);
        a.hand_in("bob", wrong_kernel);
        a.hand_in("cem", "kernel void saxpy(float a) { nonsense }\n");
        a.hand_in("dee", "kernel void saxpy(float a, global const float* x, global float* y, uint n)\n{\n"
                         "    y[0] += a * x[get_global_id(0)];\n    y[1] += a;\n}\n");
        REQUIRE(a.grade({"--seed", "7", "--jobs", "1"}).status == 0);
        const std::string of_races = read_bytes(a.out() / "students/dee/results.json");
        CHECK(contains(of_races, "a race"));
        CHECK_FALSE(contains(of_races, " times: ")); // how often a race is seen is chance
        CHECK_FALSE(contains(of_races, " more finding"));
        REQUIRE(a.grade({"--seed", "7", "--jobs", "3"}, "again").status == 0);
        for (const char* file : {"results.csv", "results.json", "junit.xml", "index.html", "similar.csv",
                                 "students/bob/results.json", "students/cem/results.json"}) {
            CAPTURE(file);
            CHECK(read_bytes(a.out() / file) == read_bytes(a.tree().root() / "again" / file));
        }
    }

    TEST_CASE("a run that is killed goes on where it ended")
    {
        const ClassFixture a;
        for (const char* student : {"ann", "bob", "cem", "dan"}) a.hand_in(student, wrong_kernel);
        const pid_t grader = fork();
        if (grader == 0) {
            for (const auto& [name, value] : a.tree().environment()) setenv(name.c_str(), value.c_str(), 1);
            if (chdir(a.tree().root().c_str()) != 0) _exit(1);
            const int nothing = open("/dev/null", O_WRONLY);
            dup2(nothing, STDOUT_FILENO);
            execl(LOCKSTEP_PROGRAM, "lockstep", "grade", "class", "--out", "out", "--exercises", "3/2",
                  "--unsafe", "--jobs", "1", nullptr);
            _exit(1);
        }
        while (a.jobs_run() < 1 && !has_ended(grader)) std::this_thread::yield();
        kill(grader, SIGKILL);
        waitpid(grader, nullptr, 0);
        const std::size_t before = a.jobs_run();
        CHECK(before < 4);
        const ProcessResult result = a.grade({"--jobs", "4"});
        CAPTURE(result.error);
        CHECK(result.status == 0);
        CHECK(a.jobs_run() == 4);
        for (const formats::GradedStudent& student : a.results().students)
            CHECK(student.grades.front().outcome == formats::Outcome::failed);
    }

    TEST_CASE("a job can be run by another program, and its result is collected")
    {
        const ClassFixture a;
        a.hand_in("ann", wrong_kernel);
        a.hand_in("bob", right_kernel);
        const ProcessResult plan = a.grade({"--plan"});
        CAPTURE(plan.error);
        CHECK(contains(plan.output, "2 jobs"));
        CHECK(a.grade({"--job", "2"}).status == 0);
        const ProcessResult third = a.grade({"--job", "3"});
        CHECK(third.status == 2);
        CHECK(contains(third.error, "There is no job 3"));
        REQUIRE(a.grade({"--results"}).status == 0);
        CHECK(grade_of(a.results(), "ann").outcome == formats::Outcome::not_graded);
        CHECK(grade_of(a.results(), "bob").outcome == formats::Outcome::solved);
        REQUIRE(a.grade().status == 0);
        CHECK(a.jobs_run() == 1);
        CHECK(grade_of(a.results(), "ann").outcome == formats::Outcome::failed);
    }

    TEST_CASE("another folder's files are not taken for results")
    {
        const ClassFixture a;
        a.hand_in("ann", right_kernel);
        const ProcessResult result = a.grade({}, "class");
        CHECK(result.status == 2);
        CHECK(contains(result.error, "holds other things than a graded class"));
        CHECK(fs::exists(a.class_path("ann")));
    }

    TEST_CASE("without a sandbox nothing is graded")
    {
        const ClassFixture a;
        a.hand_in("ann", right_kernel);
        const fs::path empty = a.tree().root() / "empty";
        fs::create_directory(empty);
        const ProcessResult result = a.tree().lockstep(
            {"grade", "class", "--out", "out", "--exercises", "3/2"}, {{"PATH", empty.string()}});
        CHECK(result.status == 2);
        CHECK(contains(result.error, "bubblewrap is not installed"));
        CHECK(contains(result.error, "--unsafe"));
        CHECK_FALSE(fs::exists(a.out() / "results.csv"));
        const ProcessResult disposable =
            a.tree().lockstep({"grade", "class", "--out", "out", "--exercises", "3/2", "--disposable"},
                              {{"PATH", empty.string()}});
        CHECK(disposable.status == 0);
        CHECK(contains(disposable.output, "Without a sandbox: bubblewrap is not installed"));
        CHECK(grade_of(a.results(), "ann").outcome == formats::Outcome::solved);
    }

    TEST_CASE("a class is made up, and what is wrong resembles what it was made from")
    {
        const ClassFixture a;
        fs::create_directories(a.tree().root() / "tests/mutants/03-first-kernel");
        const char* catalogue =
            "# What goes wrong\n\n## Rejected by: correct, saxpy\n\n**forgets-y** Forgets to add y.\n```cl\n";
        a.tree().write("tests/mutants/03-first-kernel/2-saxpy.md", catalogue + wrong_kernel + "```\n");
        REQUIRE(
            a.tree().lockstep({"class", "--students", "6", "--exercises", "3/2", "--out", "class"}).status ==
            0);
        const ProcessResult result = a.grade();
        CAPTURE(result.error);
        REQUIRE(result.status == 0);
        std::size_t resembling = 0;
        for (const formats::GradedStudent& student : a.results().students)
            for (const formats::ExerciseGrade& grade : student.grades) {
                if (grade.outcome != formats::Outcome::failed) continue;
                REQUIRE(grade.resembles.has_value());
                CHECK(grade.resembles->name == "forgets-y");
                ++resembling;
            }
        CHECK(resembling > 0);
    }
}
