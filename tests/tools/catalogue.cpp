// Tests of finding chapters and exercises in the folders.
#include "lockstep/formats/catalogue.hpp"

#include "check/engine.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>

using namespace lockstep;
using namespace lockstep::tool;

namespace
{

namespace fs = std::filesystem;

constexpr const char* kernel_exercise =
    R"({"title": "Scale", "points": 10, "minutes": 15, "edit": ["scale.cl"],
    "checks": ["correct", "clean"], "hints": ["a", "b"]})";
constexpr const char* host_exercise =
    R"({"title": "Sum", "points": 5, "minutes": 20, "edit": ["sum.cpp", "sum.hpp"],
    "checks": ["correct"], "hints": [], "sanitizer": "thread"})";

struct Tree
{
    ScratchFolder scratch;

    Tree()
    {
        write("chapters/02-platforms/lesson.md", "# Platforms\n\nText.\n");
        write("chapters/01-parallelism/lesson.md", "# Thinking in parallel");
        fs::create_directories(root() / "chapters" / "figures");
        write("exercises/01-parallelism/2-scale/exercise.json", kernel_exercise);
        write("exercises/01-parallelism/1-sum/exercise.json", host_exercise);
        write("exercises/02-platforms/1-scale/exercise.json", kernel_exercise);
        write("exercises/02-platforms/10-last/exercise.json", kernel_exercise);
    }

    const fs::path& root() const { return scratch.path(); }

    void write(const std::string& file, const std::string& text) const
    {
        fs::create_directories((root() / file).parent_path());
        std::ofstream{root() / file} << text;
    }

    std::string failure() const
    {
        try {
            load_catalogue(root());
        } catch (const Failure& failure) {
            return failure.what();
        }
        return "";
    }
};

std::string failure_to_find(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    try {
        find_exercise(chapters, wanted);
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "";
}

} // namespace

TEST_SUITE("catalogue")
{
    TEST_CASE("chapters come in the order of their numbers, other folders are left out")
    {
        const Tree tree;
        const auto chapters = load_catalogue(tree.root());
        REQUIRE(chapters.size() == 2);
        CHECK(chapters[0].slug == "01-parallelism");
        CHECK(chapters[0].number() == 1);
        CHECK(chapters[0].title == "Thinking in parallel");
        CHECK(chapters[1].title == "Platforms");
    }

    TEST_CASE("an exercise is all that its folder and its exercise.json say")
    {
        const Tree tree;
        const auto chapters = load_catalogue(tree.root());
        REQUIRE(chapters[0].exercises.size() == 2);
        const ExerciseInfo& sum = chapters[0].exercises[0];
        CHECK(sum.id == "01-parallelism/1-sum");
        CHECK(sum.short_name() == "1/1");
        CHECK(sum.title == "Sum");
        CHECK(sum.points == 5);
        CHECK(sum.minutes == 20);
        CHECK(sum.edit == std::vector<std::string>{"sum.cpp", "sum.hpp"});
        CHECK(sum.host());
        CHECK(sum.sanitizer == "thread");
        CHECK_FALSE(sum.wants("clean"));
        const ExerciseInfo& scale = chapters[0].exercises[1];
        CHECK_FALSE(scale.host());
        CHECK(scale.wants("clean"));
        CHECK(scale.hints.size() == 2);
        CHECK(scale.needs.empty());
    }

    TEST_CASE("what an exercise needs of a device is one of the known words")
    {
        const Tree tree;
        const auto with_needs = [&](const std::string& needs) {
            tree.write(
                "exercises/02-platforms/1-scale/exercise.json",
                R"({"title": "Blur", "points": 1, "minutes": 1, "edit": ["a.cl"], "checks": ["correct"], "hints": [],)" +
                    fmt::format(R"( "needs": {}}})", needs));
        };
        with_needs(R"(["images"])");
        CHECK(load_catalogue(tree.root())[1].exercises[0].needs == std::vector{DeviceNeed::images});
        with_needs(R"(["images", "patience"])");
        CHECK(
            contains(tree.failure(),
                     R"(1-scale/exercise.json: "needs[1]" names 'patience', which no device is asked for.)"));
        CHECK(contains(tree.failure(), "try: one of images"));
        with_needs(R"("images")");
        CHECK(contains(tree.failure(), R"("needs" must be a list)"));
    }

    TEST_CASE("an open exercise is one of a kernel, and the lens counts it")
    {
        const Tree tree;
        const auto with = [&](const std::string& edit, const std::string& checks, const std::string& lens) {
            tree.write(
                "exercises/02-platforms/1-scale/exercise.json",
                fmt::format(
                    R"({{"title": "Scale", "points": 10, "minutes": 15, "edit": ["{}"], "checks": [{}], )"
                    R"("hints": []{}, "ladder": {{"name": "scan", "rung": "fast"}}}})",
                    edit, checks, lens));
            return tree.failure();
        };
        const std::string lens =
            R"(, "lens": {"device": "h200", "targets": [{"kernel": "k", "metric": "simd_efficiency", "min": 1}]})";
        CHECK(with("scale.cl", R"("correct", "lens")", lens).empty());
        const auto open = find_exercise(load_catalogue(tree.root()), "2/1").open_rung;
        REQUIRE(open.has_value());
        CHECK(open->ladder == "scan");
        CHECK(open->rung == "fast");
        CHECK(with("scale.cpp", R"("correct", "lens")", lens).find("\"ladder\" belongs to") !=
              std::string::npos);
        CHECK(with("scale.cl", R"("correct")", "").find("\"ladder\" belongs to") != std::string::npos);
    }

    TEST_CASE("a chapter without exercises, and a tree without chapters, are not errors")
    {
        const Tree tree;
        tree.write("chapters/03-empty/lesson.md", "# Empty\n");
        CHECK(load_catalogue(tree.root()).back().exercises.empty());
        CHECK(load_catalogue(tree.root() / "nowhere").empty());
    }

    TEST_CASE("a chapter is found by its number, its padded number, its name and its folder")
    {
        const Tree tree;
        const auto chapters = load_catalogue(tree.root());
        for (const std::string wanted : {"2", "02", "platforms", "02-platforms"}) {
            CAPTURE(wanted);
            CHECK(find_chapter(chapters, wanted).slug == "02-platforms");
        }
    }

    TEST_CASE("a chapter that is not there is answered with those that are")
    {
        const Tree tree;
        const auto chapters = load_catalogue(tree.root());
        for (const std::string wanted : {"9", "", "plat", "2x", "-1"}) {
            CAPTURE(wanted);
            CHECK_THROWS_WITH_AS(
                find_chapter(chapters, wanted),
                fmt::format("There is no chapter '{}'. The chapters are: 01-parallelism, 02-platforms.\n"
                            "  try: ./lockstep list",
                            wanted)
                    .c_str(),
                Failure);
        }
    }

    TEST_CASE("an exercise is found by every spelling a reader may type")
    {
        const Tree tree;
        const auto chapters = load_catalogue(tree.root());
        for (const std::string wanted :
             {"1/1", "01/1", "sum", "1-sum", "01-parallelism/1-sum", "01-parallelism/1-sum/",
              "exercises/01-parallelism/1-sum", "exercises/01-parallelism/1-sum/",
              "./exercises/01-parallelism/1-sum"}) {
            CAPTURE(wanted);
            CHECK(find_exercise(chapters, wanted).id == "01-parallelism/1-sum");
        }
        CHECK(find_exercise(chapters, "2/10").id == "02-platforms/10-last");
    }

    TEST_CASE("a name that several exercises have is answered with all of them")
    {
        const Tree tree;
        const auto chapters = load_catalogue(tree.root());
        const std::string text = failure_to_find(chapters, "scale");
        CHECK(contains(text, "'scale' could be any of 01-parallelism/2-scale, 02-platforms/1-scale."));
        CHECK(find_exercise(chapters, "2-scale").id == "01-parallelism/2-scale");
    }

    TEST_CASE("an exercise that is not there says where the list is")
    {
        const Tree tree;
        const auto chapters = load_catalogue(tree.root());
        for (const std::string wanted : {"7/7", "", "/", "flip", "1"}) {
            CAPTURE(wanted);
            CHECK(failure_to_find(chapters, wanted) ==
                  fmt::format("There is no exercise '{}'.\n  try: ./lockstep list", wanted));
        }
        CHECK(failure_to_find(chapters, "scal") ==
              "There is no exercise 'scal'. Did you mean 'scale'?\n  try: ./lockstep list");
    }

    TEST_CASE("an exercise.json that is malformed is named, whatever is wrong with it")
    {
        const Tree tree;
        for (
            const std::string text :
            {"{", "[]", "{}",
             R"({"title": 5, "points": 1, "minutes": 1, "edit": ["a.cl"], "checks": [], "hints": []})",
             R"({"title": "a", "points": "many", "minutes": 1, "edit": ["a.cl"], "checks": [], "hints": []})",
             R"({"title": "a", "points": 1, "minutes": 1, "edit": [], "checks": [], "hints": []})",
             R"({"title": "a", "points": 1, "minutes": 1, "edit": "a.cl", "checks": [], "hints": []})"}) {
            CAPTURE(text);
            tree.write("exercises/02-platforms/1-scale/exercise.json", text);
            CHECK(contains(tree.failure(), "exercises/02-platforms/1-scale/exercise.json"));
        }
    }

    TEST_CASE("a missing exercise.json and a lesson without a title are named")
    {
        const Tree tree;
        tree.write("chapters/02-platforms/lesson.md", "Platforms\n");
        CHECK(contains(tree.failure(), "chapters/02-platforms/lesson.md must begin with its title"));
        tree.write("chapters/02-platforms/lesson.md", "# Platforms\n");
        tree.write("exercises/02-platforms/1-scale/README.md", "# Scale\n");
        fs::remove(tree.root() / "exercises/02-platforms/1-scale/exercise.json");
        CHECK(contains(tree.failure(), "exercise.json cannot be read"));
    }

    TEST_CASE("a folder with nothing but a reader's files is no exercise")
    {
        const Tree tree;
        const std::size_t before = load_catalogue(tree.root()).back().exercises.size();
        tree.write("exercises/02-platforms/2-moved/moved.cl", "kernel void moved() {}\n");
        CHECK(load_catalogue(tree.root()).back().exercises.size() == before);
    }
}
