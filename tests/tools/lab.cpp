// Tests of `lockstep lab`: what a class is given, and what it is not.
#include "fixture.hpp"

#include "grade/lab_kernels.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

// What is for those who change the book.
constexpr std::array for_its_makers{"docs/exercises.md",       "CONTRIBUTING.md", "CHANGELOG.md",
                                    "CODE_OF_CONDUCT.md",      "CITATION.cff",    "SECURITY.md",
                                    ".pre-commit-config.yaml", "action.yml"};

// A book of one exercise under git, whose stub the teacher has solved since the last commit.
class Book : public Fixture
{
public:
    Book()
    {
        write("tests/mutants/03-first-kernel/2-saxpy.md", "# What goes wrong\n");
        write("README.md", "The book's own\n");
        for (const char* file : for_its_makers) write(file, "For the book's makers\n");
        write("lockstep", "#!/bin/sh\n");
        fs::create_directories(root() / "build");
        write(".gitignore", "/build\n");
        for (const std::vector<std::string>& arguments :
             {std::vector<std::string>{"init", "-q"},
              {"add", "-A"},
              {"-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "All"}})
            REQUIRE(git(arguments).ok());
        stub = read_text(exercise() / "saxpy.cl");
        kernel("// solved by the teacher\n");
    }

    ProcessResult git(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), "git");
        return run_process({.arguments = arguments, .folder = root()}, {});
    }

    ProcessResult lab(std::vector<std::string> more = {}) const
    {
        std::vector<std::string> arguments{"lab", "--out", out().string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return lockstep(arguments);
    }

    fs::path out() const { return root() / "build" / "lab"; }

    std::string stub;
};

} // namespace

TEST_SUITE("lab")
{
    TEST_CASE("a class is given chapters, stubs and tests, and no solution in any form")
    {
        const Book book;
        const ProcessResult result = book.lab({"--chapters", "3", "--title", "Week 2"});
        CAPTURE(result.error);
        REQUIRE(result.status == 0);
        CHECK(contains(result.output, "holds 1 exercise, 10 points, as of the last commit."));
        CHECK(contains(result.output, "What was changed since is not in it"));
        const fs::path given = book.out() / "exercises" / exercise_id;
        CHECK(read_text(given / "saxpy.cl") == book.stub);
        CHECK(fs::exists(given / "test.cpp"));
        CHECK(read_text(book.out() / ".stubs" / exercise_id / "saxpy.cl") == book.stub);
        CHECK(fs::exists(book.out() / "chapters" / "03-first-kernel" / "lesson.md"));
        CHECK(read_text(book.out() / "README.md").starts_with("# Week 2\n"));
        CHECK(contains(read_text(book.out() / "README.md"), "| 3/2 | Scale and add | 10 | 15 |"));
        CHECK(fs::exists(book.out() / ".github" / "workflows" / "classroom.yml"));
        const nlohmann::json about = nlohmann::json::parse(read_text(book.out() / "lab.json"));
        CHECK(about["exercises"] == nlohmann::json{exercise_id});
        for (const char* kept : {"solutions", "tests", ".git", "tools/skeletons"})
            CHECK_FALSE(fs::exists(book.out() / kept));
        for (const char* kept : for_its_makers) CHECK_FALSE(fs::exists(book.out() / kept));
    }

    TEST_CASE("the autograder's archive holds its two scripts and the laboratory")
    {
        const Book book;
        REQUIRE(book.lab({"--exercises", "3/2", "--package", "gradescope"}).status == 0);
        const ProcessResult listed = run_process(
            {.arguments = {"cmake", "-E", "tar", "tf", book.out().string() + "-gradescope.zip"}}, {});
        for (const char* file : {"setup.sh\n", "run_autograder\n", "lockstep/lab.json\n",
                                 "solutions/03-first-kernel/2-saxpy/saxpy.cl\n"}) // setup.sh removes them
            CHECK(contains(listed.output, file));
        CHECK_FALSE(contains(listed.output, "lockstep/solutions"));
    }

    TEST_CASE(
        "a kernel that an exercise asks for is left out of the set and of the chapters, and nothing else is")
    {
        Fixture tree;
        const std::string other = "kernel void other(global float* y)\n{\n    y[get_global_id(0)] = 1;\n}\n";
        const std::string asked =
            "// As fast as it goes.\nkernel __attribute__((reqd_work_group_size(64, 1, 1))) void\n"
            "saxpy(float a, global const float* restrict in, global float* out, uint count)\n";
        const std::string answer = other + asked + "{ /* } */ for (;;) { out[0] = in[0]; } }\n" + other;
        const std::string of_others = "kernel void saxpy(global float* y) { y[0] = 2; }\n";
        ExerciseInfo exercise = read_exercise(tree.exercise());
        CHECK(without_answers("kernels/saxpy.cl", answer, {exercise}) == answer); // no rung is asked for
        exercise.open_rung = OpenRung{"saxpy", "saxpy"};
        CHECK(without_answers("kernels/saxpy.cl", answer, {exercise}) ==
              other + asked + "{\n    // Left out here: exercise 3/2 asks for it.\n}\n" + other);
        CHECK(without_answers("kernels/saxpy.cl", of_others, {exercise}) == of_others);
        CHECK(without_answers("kernels/saxpy.cl", "// kernel void saxpy\n", {exercise}) ==
              "// kernel void saxpy\n");
        REQUIRE(as_handed_in(replace_all(answer, "saxpy", "fast"), exercise).size() == 1);
        CHECK(contains(as_handed_in(replace_all(answer, "saxpy", "fast"), exercise).front(),
                       "\nsaxpy(float a"));
        CHECK(as_handed_in(of_others, exercise).empty());
    }

    TEST_CASE("what is wrong is said, and nothing is written over")
    {
        const Book book;
        write_text(book.root() / "build" / "mine", "kept");
        const ProcessResult there =
            book.lockstep({"lab", "--chapters", "3", "--out", (book.root() / "build").string()});
        CHECK(there.status == 2);
        CHECK(contains(there.error, "is there already and not empty; nothing was written."));
        CHECK(read_text(book.root() / "build" / "mine") == "kept");
        CHECK(book.lab({"--chapters", "77"}).status == 2);
        CHECK(contains(book.lab({"--chapters", "3", "--core"}).output, "holds 1 exercise,")); // 3/2 is one
        CHECK(book.lab().status == 2);
        const Fixture without_git;
        const ProcessResult alone =
            without_git.lockstep({"lab", "--chapters", "3", "--out", (without_git.root() / "lab").string()},
                                 {{"GIT_CEILING_DIRECTORIES", without_git.root().parent_path().string()}});
        CHECK(alone.status == 2);
        CHECK(contains(alone.error, "make the laboratory from a clone of the book"));
    }
}
