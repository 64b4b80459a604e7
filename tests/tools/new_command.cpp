// Tests of `lockstep new`: what it writes configures, builds, renders and is proven as it stands, and what is still missing
// fails in a test with a name. The skeletons' programs were built with these tests, filled with the same words.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "base/process.hpp"
#include "check/wrong_solutions.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

// A book of one chapter that is written and one that is planned, with a build folder of its own.
class Newcomer : public Fixture
{
public:
    Newcomer()
    {
        write("book/outline.json", R"({"parts": [{"number": "I", "title": "All", "chapters": [
            {"slug": "03-first-kernel", "title": "Your first kernel"},
            {"slug": "05-buffers", "title": "Buffers, planned"}]}]})");
        for (const char* folder : {"build/exercises", "build/chapters", "build/bin", "lens"})
            fs::create_directories(root() / folder);
        fs::create_symlink(build_dir() / "lib", root() / "build" / "lib");
        fs::create_symlink(build_dir() / "harness", root() / "build" / "harness");
        fs::copy(own_source_dir() / "lens" / "devices", root() / "lens" / "devices");
    }

    ProcessResult run(const std::vector<std::string>& arguments, Environment more = {}) const
    {
        more.emplace("LOCKSTEP_BUILD_DIR", (root() / "build").string());
        more.emplace("POCL_CACHE_DIR", (root() / "cache").string());
        return lockstep(arguments, more);
    }

    /// Runs `new` and expects it to write these files, none with a word left out.
    ProcessResult written(const std::vector<std::string>& arguments,
                          const std::vector<std::string>& files) const
    {
        std::vector<std::string> all{"new"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        ProcessResult result = run(all);
        CAPTURE(result.error);
        CHECK(result.status == 0);
        std::size_t told = 0;
        for (const std::string& file : files) {
            CAPTURE(file);
            CHECK(contains(result.output, "wrote " + file + "\n"));
            REQUIRE(fs::exists(root() / file));
            CHECK_FALSE(contains(lockstep::read_text(root() / file), "@"));
            ++told;
        }
        std::size_t wrote = 0;
        for (std::size_t at = 0; (at = result.output.find("wrote ", at)) != std::string::npos; ++at) ++wrote;
        CHECK(wrote == told);
        return result;
    }

    /// Gives an exercise the test program that was built of the skeleton's tests.
    void built(const std::string& id, const fs::path& program, const std::string& name) const
    {
        fs::create_symlink(program, root() / "build" / "exercises" / name);
        for (const fs::directory_entry& source : fs::directory_iterator{root() / "exercises" / id})
            fs::last_write_time(source.path(), fs::last_write_time(program));
    }

    void expect_proven(const std::string& id, const std::vector<std::string>& how) const
    {
        std::vector<std::string> arguments{"prove"};
        arguments.insert(arguments.end(), how.begin(), how.end());
        arguments.push_back(id);
        const ProcessResult result = run(arguments);
        CAPTURE(how.back());
        CAPTURE(result.output);
        CAPTURE(result.error);
        CHECK(result.status == 0);
    }

    /// The stub fails, the solution passes, and every wrong solution is rejected where the catalogue says.
    void expect_exercise_proven(const std::string& id) const
    {
        expect_proven(id, {"--solution"});
        expect_proven(id, {"--clean-solution"});
        const WrongSolutions wrong = read_wrong_solutions(root() / "tests" / "mutants" / (id + ".md"));
        CHECK(wrong.entries.size() >= 6);
        expect_proven(id, {"--wrong"});
    }
};

std::vector<std::string> files_of_exercise(const std::string& id, const std::string& name,
                                           const std::vector<std::string>& more = {})
{
    std::vector<std::string> files{"exercises/" + id + "/README.md", "exercises/" + id + "/exercise.json",
                                   "exercises/" + id + "/test.cpp",  "exercises/" + id + "/" + name,
                                   "solutions/" + id + "/" + name,   "tests/mutants/" + id + ".md"};
    files.insert(files.end(), more.begin(), more.end());
    return files;
}

std::vector<std::string> files_of_chapter(const std::string& chapter, const std::string& slug)
{
    std::vector<std::string> files;
    for (const std::string& name :
         {std::string{"lesson.md"}, std::string{"main.cpp"}, slug + ".cl", std::string{"output.txt"}})
        files.push_back("chapters/" + chapter + "/" + name);
    return files;
}

std::size_t files_below(const fs::path& folder)
{
    std::size_t count = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder})
        count += entry.is_regular_file() ? 1U : 0U;
    return count;
}

struct Refusal
{
    std::vector<std::string> arguments;
    const char* why;
    const char* next;
};

} // namespace

TEST_SUITE("new_command")
{
    TEST_CASE("what cannot be written is refused with a reason and the next thing to type, and nothing is")
    {
        const Newcomer tree;
        tree.write("kernels/taken.cl", "");
        const std::size_t before = files_below(tree.root());
        const std::vector<Refusal> refusals{
            {{"chapter", "example"}, "'example' names no chapter", "./lockstep new chapter 06-NAME"},
            {{"chapter", "28-Example"}, "'28-Example' names no chapter", "./lockstep new chapter 06-NAME"},
            {{"chapter", "00-zero"}, "'00-zero' names no chapter", "./lockstep new chapter 06-NAME"},
            {{"chapter", "../28-up"}, "names no chapter", "./lockstep new chapter 06-NAME"},
            {{"chapter", "03-other"}, "There is a chapter 03-first-kernel", "./lockstep new chapter 06-NAME"},
            {{"chapter", "28-first-kernel"},
             "There is a chapter 03-first-kernel",
             "./lockstep new chapter 06"},
            {{"chapter", "05-other"}, "is planned as 05-buffers", "./lockstep new chapter 05-buffers, or"},
            {{"exercise", "9/1-add"}, "There is no chapter '9'", "./lockstep list"},
            {{"exercise", "3-add"}, "'3-add' names no exercise", "./lockstep new exercise "},
            {{"exercise", "3/add"}, "'3/add' names no exercise", "./lockstep new exercise "},
            {{"exercise", "3/2-add"}, "Exercise 3/2 exists already", "new exercise 03-first-kernel/3-NAME"},
            {{"figure", "steps"}, "'steps' names no figure", "./lockstep new figure 12-sectors"},
            {{"figure", "09-steps"}, "There is no chapter '09'", "./lockstep list"},
            {{"ladder", "big-sum"}, "'big-sum' names no ladder", "./lockstep new ladder matrix_multiply"},
            {{"ladder", "sum"}, "No chapter is called sum", "./lockstep new ladder sum --chapter NUMBER"},
            {{"ladder", "sum", "--chapter", "9"}, "There is no chapter '9'", "./lockstep list"},
            {{"ladder", "taken", "--chapter", "3"}, "kernels/taken.cl exists already", "another name"}};
        for (const Refusal& refusal : refusals) {
            std::vector<std::string> arguments{"new"};
            arguments.insert(arguments.end(), refusal.arguments.begin(), refusal.arguments.end());
            const ProcessResult result = tree.run(arguments);
            CAPTURE(refusal.arguments.back());
            CAPTURE(result.error);
            CHECK(result.status == 2);
            CHECK(result.output.empty());
            CHECK(contains(result.error, refusal.why));
            CHECK(contains(result.error, refusal.next));
        }
        CHECK(files_below(tree.root()) == before);
    }

    TEST_CASE("a planned chapter has the plan's title, another one its name")
    {
        const Newcomer tree;
        tree.written({"chapter", "05-buffers"}, files_of_chapter("05-buffers", "buffers"));
        tree.written({"chapter", "28-two-words"}, files_of_chapter("28-two-words", "two-words"));
        const ProcessResult list = tree.run({"list"});
        CHECK(contains(list.output, "05  Buffers, planned\n"));
        CHECK(contains(list.output, "28  Two words\n"));
    }

    TEST_CASE("a chapter's program is right, and its output differs until it is captured")
    {
        const Newcomer tree;
        const ProcessResult told =
            tree.written({"chapter", "28-fresh"}, files_of_chapter("28-fresh", "fresh"));
        CHECK(contains(told.output, "./lockstep run --capture 28 "));
        CHECK(contains(told.output, "until then the test chapter.28-fresh fails"));
        fs::create_symlink(SKELETON_CHAPTER, tree.root() / "build" / "chapters" / "28-fresh");
        const ProcessResult before = tree.run({"run", "--verify", "28"});
        CAPTURE(before.error);
        CHECK(before.status == 1);
        CHECK(contains(before.output, "wrong elements: 0 of 1000000"));
        CHECK(contains(before.output, "not what chapters/28-fresh/output.txt says"));
        CHECK(contains(before.output, "try: ./lockstep run --capture 28-fresh"));

        tree.write("path/cmake", "#!/bin/sh\n"); // the program is built already
        fs::permissions(tree.root() / "path" / "cmake", fs::perms::owner_all);
        const Environment path{{"PATH", (tree.root() / "path").string() + ":" + std::getenv("PATH")}};
        const ProcessResult capture = tree.run({"run", "--capture", "28"}, path);
        CAPTURE(capture.error);
        CHECK(capture.status == 0);
        const std::string output = lockstep::read_text(tree.root() / "chapters/28-fresh/output.txt");
        CHECK(contains(output, "[[scale|"));
        CHECK_FALSE(contains(output, "TO WRITE"));
        CHECK(tree.run({"run", "--verify", "28"}).status == 0);

        tree.write("chapters/28-fresh/session-elsewhere.txt", "# LOCKSTEP_DEVICE=nowhere echo hello\n");
        const ProcessResult elsewhere = tree.run({"run", "--verify", "28"});
        CHECK(elsewhere.status == 0);
        CHECK(contains(elsewhere.output,
                       "session-elsewhere.txt is not checked: there is no device nowhere here."));
        tree.write("chapters/28-fresh/session-here.txt", "# echo hello\ngood bye\n");
        const ProcessResult changed = tree.run({"run", "--verify", "28"});
        CHECK(changed.status == 1);
        CHECK(contains(changed.output, "try: ./lockstep run --capture 28-fresh"));
    }

    TEST_CASE("an exercise proves itself as it stands: stub, solution and six wrong solutions")
    {
        const Newcomer tree;
        const std::string id = "03-first-kernel/7-fresh";
        const ProcessResult told = tree.written({"exercise", "3/7-fresh"}, files_of_exercise(id, "fresh.cl"));
        CHECK(contains(told.output, "\\exercises")); // the lesson has no such line yet
        tree.built(id, SKELETON_EXERCISE, "exercise-03-first-kernel-7-fresh");
        tree.expect_exercise_proven(id);
    }

    TEST_CASE("so does an exercise on the host's side")
    {
        const Newcomer tree;
        tree.write("chapters/03-first-kernel/lesson.md", "# Your first kernel\n\n\\exercises\n");
        const std::string id = "03-first-kernel/8-fresh";
        const ProcessResult told =
            tree.written({"exercise", "first-kernel/8-fresh", "--host"},
                         files_of_exercise(id, "fresh.cpp", {"exercises/" + id + "/fresh.hpp"}));
        CHECK_FALSE(contains(told.output, "\\exercises"));
        tree.built(id, SKELETON_HOST_EXERCISE, "libexercise-03-first-kernel-8-fresh.a");
        fs::copy(SKELETON_HOST_BUILD,
                 tree.root() / "build" / "exercises" / "exercise-03-first-kernel-8-fresh.json");
        tree.expect_exercise_proven(id);
    }

    TEST_CASE("a ladder's rung is right and clean, and what the lens counts differs until it is recorded")
    {
        const Newcomer tree;
        const ProcessResult told = tree.written({"ladder", "fresh", "--chapter", "3"},
                                                {"kernels/fresh.cl", "bench/ladders/fresh.cpp"});
        CHECK(contains(told.output, "It belongs to chapter 03-first-kernel, Your first kernel.\n"));
        CHECK(contains(told.output, "until then the test ladder.fresh/lens fails"));
        fs::create_symlink(SKELETON_LADDER, tree.root() / "build" / "bin" / "lockstep-bench");
        fs::create_directories(tree.root() / "bench" / "results");
        const ProcessResult verified = tree.run({"bench", "verify", "fresh"});
        CAPTURE(verified.output);
        CAPTURE(verified.error);
        CHECK(verified.status == 0);
        CHECK(contains(verified.output, ", 0 wrong"));
        const ProcessResult clean = tree.run({"bench", "clean", "fresh"});
        CAPTURE(clean.output);
        CHECK(clean.status == 0);
        CHECK(tree.run({"bench", "count", "--check", "fresh"}).status == 1);
        const ProcessResult recorded = tree.run({"bench", "count", "--record", "fresh"});
        CAPTURE(recorded.error);
        if (find_program("oclgrind").empty()) { // whose counts are what is recorded
            CHECK(recorded.status == 2);
            CHECK(contains(recorded.error, "./lockstep start --oclgrind"));
        } else {
            CHECK(recorded.status == 0);
            CHECK(tree.run({"bench", "count", "--check", "fresh"}).status == 0);
        }
    }

    TEST_CASE("a figure is drawn as it is written, and the line that shows it is told")
    {
        const Newcomer tree;
        const ProcessResult told =
            tree.written({"figure", "03-two-steps"}, {"book/figures/03-two-steps.cpp"});
        CHECK(contains(told.output, "\\figure two-steps "));
        CHECK(contains(told.output, "chapters/03-first-kernel/lesson.md"));
        const fs::path drawings = tree.root() / "drawings";
        const ProcessResult drawn = run_process({.arguments = {SKELETON_FIGURE, drawings.string()}}, {});
        CAPTURE(drawn.output);
        CAPTURE(drawn.error);
        CHECK(drawn.status == 0); // 1 where a label does not fit
        CHECK(fs::exists(drawings / "fresh.svg"));
    }

    TEST_CASE("the guides' example is of a chapter that is free")
    {
        static const std::regex example{"new (?:chapter|exercise) ([0-9]{2})-"};
        std::vector<int> taken;
        for (const lockstep::ChapterInfo& chapter : lockstep::load_catalogue(own_source_dir()))
            taken.push_back(chapter.number());
        for (const char* guide : {"docs/chapters.md", "docs/exercises.md"}) {
            const std::string text = lockstep::read_text(own_source_dir() / guide);
            std::smatch found;
            CAPTURE(guide);
            REQUIRE(std::regex_search(text, found, example));
            CHECK(std::ranges::count(taken, std::stoi(found[1])) == 0);
        }
    }

    TEST_CASE("a ladder belongs to the chapter of its name")
    {
        const Newcomer tree;
        const ProcessResult told = tree.written(
            {"ladder", "first_kernel"}, {"kernels/first_kernel.cl", "bench/ladders/first_kernel.cpp"});
        CHECK(contains(told.output, "It belongs to chapter 03-first-kernel, "));
    }
}

TEST_SUITE("new_command_book")
{
    TEST_CASE("a chapter and its exercise render, with or without the line that lists the exercises")
    {
        const Newcomer tree;
        const fs::path source = tree.root() / "book source";
        fs::copy(own_source_dir() / "tests" / "book" / "fixture", source, fs::copy_options::recursive);
        const Environment there{{"LOCKSTEP_SOURCE_DIR", source.string()}};
        CHECK(tree.run({"new", "chapter", "28-fresh"}, there).status == 0);
        const ProcessResult alone = tree.run({"book"}, there);
        CAPTURE(alone.error);
        CHECK(alone.status == 0);

        CHECK(tree.run({"new", "exercise", "28/1-fresh"}, there).status == 0);
        CHECK(tree.run({"new", "exercise", "28/2-fresh-host", "--host"}, there).status == 0);
        const fs::path lesson = source / "chapters" / "28-fresh" / "lesson.md";
        lockstep::write_text(lesson, lockstep::read_text(lesson) + "\n\\exercises\n");
        const ProcessResult both = tree.run({"book"}, there);
        CAPTURE(both.error);
        CHECK(both.status == 0);
    }
}
