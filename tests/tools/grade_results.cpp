// Tests of a class's results in the forms of other programs, and of what is found alike.
#include "grade/marks.hpp"
#include "grade/names.hpp"
#include "grade/page.hpp"
#include "grade/plan.hpp"
#include "grade/results.hpp"
#include "grade/similarity.hpp"
#include "grade/student_page.hpp"
#include "grade/tokens.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::tool;
using formats::ExerciseGrade;
using formats::GradedClass;
using formats::Outcome;

namespace
{

const std::string hostile = "=1+\"a\"\n<b>&'\xff,\x1b[31m]]></script>";

GradedClass hostile_class()
{
    GradedClass graded;
    graded.exercises = {{"03-first-kernel/2-saxpy", "3/2", "Scale and add", 10}};
    std::set<std::string> keys;
    ExerciseGrade failed{.exercise = "03-first-kernel/2-saxpy",
                         .outcome = Outcome::failed,
                         .stage = "correct",
                         .sentence = shown(hostile),
                         .stages = {{"builds", "passed", ""}, {"correct", "failed", shown_lines(hostile)}}};
    ExerciseGrade solved{.exercise = "03-first-kernel/2-saxpy", .outcome = Outcome::solved};
    graded.students.push_back({key_of_name(hostile, keys), shown(hostile), shown(hostile), {}, {failed}});
    graded.students.push_back({key_of_name("bob", keys), "bob", "", {}, {solved}});
    return graded;
}

// A kernel of some length, in the words of its writer.
std::string long_kernel(const std::string& a, const std::string& b, const std::string& comment)
{
    return "kernel void f(global float* " + a + ", uint n) // " + comment + "\n{\n    uint " + b +
           " = get_global_id(0);\n    float sum = 0;\n    for (uint k = 0; k < 7; ++k)\n        if (" + b +
           " + k < n && k % 2 == 1) sum += " + a + "[" + b +
           " + k] * 3.5f - k;\n    while (sum > 100.0f) sum /= 2;\n    if (" + b + " < n) " + a + "[" + b +
           "] = sum > 0 ? sum : -sum;\n}\n";
}

const std::string other_kernel = "kernel void f(global float* x, uint n)\n{\n    const uint me = "
                                 "get_global_id(0);\n    if (me >= n) return;\n"
                                 "    float odd[4] = {x[me], 0, 0, 0};\n    switch (me & 3) { case 1: odd[0] "
                                 "*= 2; break; default: odd[1] = 5; }\n"
                                 "    x[me] = fmax(odd[0], odd[1]) + odd[2] - 8 * odd[3];\n}\n";

} // namespace

TEST_SUITE("grade_results")
{
    TEST_CASE("keys are safe names of files, and no two are equal where case is ignored")
    {
        std::set<std::string> taken;
        CHECK(key_of_name("ann", taken) == "ann");
        CHECK(key_of_name("Ann", taken) != "Ann");
        CHECK(key_of_name("s.lee+1@uni.edu", taken) == "s.lee+1@uni.edu");
        for (const char* name : {"..", ".", "-rf", "a/b", "a b", "\xff", "", "a\nb"}) {
            const std::string key = key_of_name(name, taken);
            CAPTURE(key);
            CHECK(key.find_first_not_of(
                      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@+-") ==
                  std::string::npos);
            CHECK(key.find_first_of(".-") != 0);
            CHECK(key.size() > 8);
        }
        CHECK(key_of_name(std::string(300, 'x'), taken).size() < 80);
    }

    TEST_CASE("a cell of a table holds whatever it must")
    {
        CHECK(csv_cell("plain") == "plain");
        CHECK(csv_cell("a,b") == "\"a,b\"");
        CHECK(csv_cell("say \"x\"") == "\"say \"\"x\"\"\"");
        CHECK(csv_cell("=HYPERLINK(1)") == "'=HYPERLINK(1)");
    }

    TEST_CASE("a hostile name breaks no table, no JSON, no XML and no page")
    {
        const GradedClass graded = hostile_class();
        const std::string csv = results_csv(graded);
        CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
        CHECK(contains(csv, "bob,bob,10,10,10,,\r\n"));

        const auto json = nlohmann::json::parse(gradescope_json(graded, graded.students[0]));
        CHECK(json["score"] == 0);
        CHECK(json["max_score"] == 10);
        CHECK(json["tests"][0]["name"] == "3/2: Scale and add");
        CHECK(json["tests"][0]["status"] == "failed");
        CHECK(json["tests"][0]["visibility"] == "visible");
        CHECK(contains(json["tests"][0]["output"], "✗ correct"));

        const std::string xml = junit_xml(graded);
        CHECK(contains(xml, "tests=\"2\" failures=\"1\" skipped=\"0\""));
        CHECK(contains(xml, "&lt;b&gt;"));
        CHECK_FALSE(contains(xml, "]]></script>"));
        CHECK_FALSE(contains(xml, "\xff"));
        CHECK_FALSE(contains(xml, "\x1b"));

        const std::string page = class_page(graded, {});
        CHECK_FALSE(contains(page, "<b>&'"));
        CHECK_FALSE(contains(page, "]]></script>"));
        CHECK(contains(page, "\\u003cb>"));

        const std::string own =
            student_page(graded, graded.students[0], {{"03-first-kernel/2-saxpy", {{"saxpy.cl", hostile}}}});
        CHECK_FALSE(contains(own, "<b>"));
        CHECK_FALSE(contains(own, "</script>"));
        CHECK_FALSE(contains(own, "\xff"));
        CHECK(contains(own, "&lt;b&gt;"));
        CHECK(contains(own, "0 of 10 points"));
    }

    TEST_CASE("the page names the students of a pair, or the book")
    {
        const std::vector<PairedFile> files{{"saxpy.cl", "one\n", "two\n", {{1}, {1}}}};
        const std::string page = class_page(
            hostile_class(), {{"03-first-kernel/2-saxpy", 0, 1, "", 0.9, files},
                              {"03-first-kernel/2-saxpy", 1, std::nullopt, "kernels/a.cl", 0.8, files}});
        CHECK(contains(page, R"("first":0,"second":1,"book":"","similarity":0.9)"));
        CHECK(contains(page, R"("first":1,"second":null,"book":"kernels/a.cl","similarity":0.8)"));
        CHECK(contains(page, R"("texts":["one\n","two\n"])"));
    }

    TEST_CASE(
        "learning platforms are given the numbers of their own downloads, and no grade that is not final")
    {
        GradedClass graded = hostile_class();
        graded.students[1].name = "Ann Lee_1234567_assignsubmission_file_";
        graded.students[1].comment = "Good, \"very\" good";
        const std::string moodle = moodle_csv(graded);
        CHECK(moodle.starts_with("Identifier,Full name,Grade,Maximum Grade,Feedback comments\r\n"));
        CHECK(contains(moodle, "\r\nParticipant 1234567,Ann Lee,10,10,\"Good, \"\"very\"\" good\n3/2: 10 of "
                               "10, ✓ solved\"\r\n"));
        CHECK(contains(moodle, ",0,10,"));
        graded.students[1].name = "leeann_LATE_12345_67890_lab";
        CHECK(
            canvas_csv(graded, "week-2")
                .starts_with(
                    "Student,ID,SIS User ID,SIS Login ID,Section,week-2\r\n    Points Possible,,,,,10\r\n"));
        CHECK(contains(canvas_csv(graded, "week-2"), "\r\nleeann,12345,,,,10\r\n"));
        graded.students[1].grades[0].outcome = Outcome::not_graded;
        CHECK(contains(moodle_csv(graded), "\r\nbob,leeann_LATE_12345_67890_lab,,10,"));
        CHECK(contains(canvas_csv(graded, "week-2"), "\r\nleeann,12345,,,,\r\n"));
        const auto json = nlohmann::json::parse(gradescope_json(graded, graded.students[1]));
        CHECK_FALSE(json["tests"][0].contains("score"));
        CHECK(contains(json["output"], "NOT FINAL"));
        graded.students[1].grades[0].marked = 3;
        CHECK(contains(canvas_csv(graded, "week-2"), "\r\nleeann,12345,,,,3\r\n"));
    }

    TEST_CASE("counts of the lens earn points by steps, days late cost some, and hands have the last word")
    {
        ExerciseInfo exercise;
        exercise.id = "03-first-kernel/2-saxpy";
        exercise.chapter = "03-first-kernel";
        exercise.name = "2-saxpy";
        exercise.lens_targets = {
            {.kernel = "saxpy", .metric = "global_load.requests", .min = {}, .max = 128}};
        const ScratchFolder scratch;
        const auto scheme_of = [&](const std::string& text) {
            write_text(scratch.path() / "marks.json", text);
            return read_marks(scratch.path() / "marks.json", {exercise});
        };
        const MarkScheme scheme = scheme_of(R"({"late": [0.9, 0.5], "exercises": {"3/2": {"points": 6,
            "counts": [{"kernel": "saxpy", "metric": "global_load.requests", "at_most": [[256, 1], [128, 4]]}]}}})");
        const auto points_at = [&](double requests, std::vector<HandMark> by_hand) {
            GradedClass graded = hostile_class();
            graded.students[1].grades[0].counts = {{"saxpy", "global_load.requests", "", requests}};
            mark_class(graded, scheme, by_hand);
            CHECK(graded.most_points() == 10);
            return graded.points(graded.students[1]);
        };
        CHECK(points_at(128, {}) == 10);
        CHECK(points_at(129, {}) == 7);
        CHECK(points_at(257, {}) == 6);
        CHECK(points_at(128, {{.student = "bob", .exercise = "", .late = 1}}) == 9);
        CHECK(points_at(129, {{.student = "bob", .exercise = "3/2", .late = 2}}) == 3.5);
        CHECK(points_at(128, {{.student = "bob", .exercise = "", .late = 3}}) == 0);
        CHECK(points_at(128, {{.student = "bob", .exercise = "3/2", .points = 8.25, .late = 3}}) == 8.25);
        CHECK_THROWS_WITH_AS(scheme_of(R"({"stages": {"speed": 1}})"),
                             doctest::Contains("\"stages.speed\" is no stage"), Failure);
        CHECK_THROWS_WITH_AS(scheme_of(R"({"exercises": {"9/9": {}}})"),
                             doctest::Contains("is no exercise of this class"), Failure);
        CHECK_THROWS_WITH_AS(
            scheme_of(R"({"exercises": {"3/2": {"counts": [{"kernel": "saxpy", "metric": "atomics.passes",
                                           "at_most": [[1, 1]]}]}}})"),
            doctest::Contains("counts what 3/2 has no target for"), Failure);
        CHECK_THROWS_WITH_AS(scheme_of(R"({"late": [1.5]})"), doctest::Contains("must be at most 1"),
                             Failure);
    }

    TEST_CASE("marks by hand are read as spreadsheets write them, and what is wrong is named by its line")
    {
        const ScratchFolder scratch;
        const auto read = [&](const std::string& text) {
            write_text(scratch.path() / "by-hand.csv", text);
            return read_hand_marks(scratch.path() / "by-hand.csv");
        };
        const auto marks = read("\xEF\xBB\xBFstudent;exercise;points;late;comment\r\nann;3/"
                                "2;7,5;;\"one\ntwo; three\"\r\n;;;;\r\n");
        REQUIRE(marks.size() == 1);
        CHECK(marks[0].points == 7.5);
        CHECK(marks[0].comment == "one\ntwo; three");
        CHECK(read_hand_marks(scratch.path() / "none.csv").empty());
        const std::string head = std::string{hand_head} + "\n";
        CHECK_THROWS_WITH_AS(read("ann,3/2,7\n"), doctest::Contains("must begin with the line student,"),
                             Failure);
        CHECK_THROWS_WITH_AS(read(head + "ann,3/2,much,,\n"),
                             doctest::Contains("by-hand.csv:2: 'much' is no number"), Failure);
        CHECK_THROWS_WITH_AS(read(head + "\nann,3/2\n"), doctest::Contains("by-hand.csv:3: it has 2 cells"),
                             Failure);
        CHECK_THROWS_WITH_AS(read(head + "ann,,3,,\n"), doctest::Contains("points are set for one exercise"),
                             Failure);
    }

    TEST_CASE("chapters, exercises and a lab's file choose exercises")
    {
        ChapterInfo three{.slug = "03-three", .title = "Three", .folder = "x", .part = 0, .exercises = {}};
        ChapterInfo four{.slug = "04-four", .title = "Four", .folder = "x", .part = 0, .exercises = {}};
        for (auto* chapter : {&three, &four})
            for (const char* name : {"1-one", "2-two"}) {
                ExerciseInfo exercise;
                exercise.id = chapter->slug + "/" + name;
                exercise.chapter = chapter->slug;
                exercise.name = name;
                chapter->exercises.push_back(exercise);
            }
        const std::vector<ChapterInfo> chapters{three, four};
        CHECK(chosen_exercises(chapters, "4/1,3/2", "", "").size() == 2);
        CHECK(chosen_exercises(chapters, "4/1, 3/2", "", "").front().id == "03-three/2-two");
        CHECK(chosen_exercises(chapters, "", "3-4", "").size() == 4);
        CHECK(chosen_exercises(chapters, "", "4", "").size() == 2);
        const ScratchFolder scratch;
        write_text(scratch.path() / "lab.json", R"({"exercises": ["03-three/1-one"]})");
        CHECK(chosen_exercises(chapters, "", "", scratch.path() / "lab.json").front().id == "03-three/1-one");
        CHECK_THROWS_AS(chosen_exercises(chapters, "", "7-9", ""), Failure);
        CHECK_THROWS_AS(chosen_exercises(chapters, "", "", ""), Failure);
    }

    TEST_CASE("distances count tokens, and are given up beyond a bound")
    {
        CHECK(distance({1, 2, 3}, {1, 2, 3}, 9) == 0);
        CHECK(distance({1, 2, 3}, {1, 9, 3}, 9) == 2);
        CHECK(distance({}, {1, 9, 3}, 9) == 3);
        CHECK(distance({1, 2, 3, 4}, {5, 6, 7, 8}, 3) == 4);
    }

    TEST_CASE("a failing file resembles the wrong solution that it is, under other names")
    {
        const std::string begin =
            "kernel void f(global float* y, uint n)\n{\n    uint i = get_global_id(0);\n";
        const Texts solution{{"f.cl", begin + "    if (i < n) y[i] = y[i] * 2;\n}\n"}};
        const Texts stub{{"f.cl", begin + "    // Your code here.\n}\n"}};
        const std::vector<KnownMistake> mistakes{
            {"no-guard", "Writes beyond the end.", "clean", {{"f.cl", begin + "    y[i] = y[i] * 2;\n}\n"}}},
            {"off-by-one",
             "Leaves out the last.",
             "correct",
             {{"f.cl", begin + "    if (i < n - 1) y[i] = y[i] * 2;\n}\n"}}}};
        const auto resemblance = [&](const std::string& text) {
            return resembled({{"f.cl", text}}, "correct", solution, stub, mistakes);
        };
        const auto found = resemblance(
            "kernel void f(__global float *data, uint count) {\n  /* mine */ uint me=get_global_id(0);\n"
            "  if(me<count-1) data[me]=data[me]*2;}\n");
        REQUIRE(found.has_value());
        CHECK(found->name == "off-by-one");
        CHECK(found->similarity == 1.0);
        CHECK_FALSE(resemblance(solution.at("f.cl")).has_value());
        const Texts renamed{{"f.cl", replace_all(solution.at("f.cl"), "void f(", "void g(")}};
        CHECK(resembled(renamed, "builds", solution, stub, {{"other-name", "", "builds", renamed}})
                  .has_value());
        CHECK_FALSE(resemblance(stub.at("f.cl")).has_value());
        CHECK_FALSE(resemblance(other_kernel).has_value());
        CHECK_FALSE(resemblance("").has_value());
    }

    TEST_CASE("names are the writer's, but for those of kernels, built-in functions and members")
    {
        const auto numbers = [](const char* text) { return with_names_in_order(tokens_of(text)); };
        CHECK(numbers("int a = b + a;") == numbers("int x = y + x; // again"));
        CHECK(numbers("int a = b + a;") != numbers("int a = b + b;"));
        CHECK(numbers("a = min(b, c);") == numbers("x = min(y, z);"));
        CHECK(numbers("a = min(b, c);") != numbers("a = max(b, c);"));
        CHECK(numbers("int f(int a) { return f(a); }") == numbers("int g(int b) { return g(b); }"));
        CHECK(numbers("q.read(a); p->size;") != numbers("q.write(a); p->size;"));
        CHECK(numbers("kernel void f(int a)") != numbers("kernel void g(int a)"));
        CHECK(numbers("a ? b : c") == numbers("x ? y : z"));
        CHECK(numbers("x = 1.50f;") == numbers("x=1.5;"));
    }

    TEST_CASE("a copy is found under other names, comments and layout; another work is not")
    {
        const std::vector<Work> works{
            {0, {{"f.cl", long_kernel("data", "i", "mine")}}},
            {1, {{"f.cl", other_kernel}}},
            {2, {{"f.cl", "/* all my own */\n" + long_kernel("values", "item", "")}}}};
        const std::vector<SimilarPair> pairs = similar_pairs(works, {});
        REQUIRE(pairs.size() == 1);
        CHECK(pairs[0].first == 0);
        CHECK(pairs[0].second == 2);
        CHECK(pairs[0].similarity == 1.0);
        CHECK(pairs[0].lines.at("f.cl").first.front() == 1);
        CHECK(pairs[0].lines.at("f.cl").second.front() == 2);
    }

    TEST_CASE("what the file handed out gives to everybody is nobody's")
    {
        const std::string given = long_kernel("data", "i", "");
        const std::vector<Work> works{{0, {{"f.cl", given}}}, {1, {{"f.cl", given + "int a;\n"}}}};
        CHECK(similar_pairs(works, {}).size() == 1);
        CHECK(similar_pairs(works, {{"f.cl", given}}).empty());
    }

    TEST_CASE("a kernel that stands in a file of the book is found, also if the whole class took it")
    {
        const std::string taken = long_kernel("data", "i", "mine");
        std::vector<Work> works;
        for (std::size_t student = 0; student < 12; ++student) works.push_back({student, {{"f.cl", taken}}});
        works[3].files["f.cl"] = other_kernel;
        const Texts sources{
            {"kernels/a.cl", other_kernel.substr(0, 100)},
            {"kernels/b.cl", other_kernel + long_kernel("values", "item", "the book's") + other_kernel}};
        const std::vector<SimilarPair> pairs = taken_from(works, sources, {});
        REQUIRE(pairs.size() == 12);
        CHECK(pairs[0].second == 1);
        CHECK(pairs[0].similarity == 1.0);
        CHECK_FALSE(pairs[0].lines.at("f.cl").first.empty());
        CHECK(taken_from(works, {{"kernels/a.cl", other_kernel.substr(0, 100)}}, {}).empty());
        CHECK(taken_from(works, sources, {{"f.cl", taken}}).size() == 1);
    }

    TEST_CASE("a short answer cannot be told from another's")
    {
        const std::string two_lines =
            "kernel void square(global const float* in, global float* out, uint n)\n{\n"
            "    const uint i = get_global_id(0);\n    if (i < n) out[i] = in[i] * in[i];\n}\n";
        const Texts stub{{"f.cl", "kernel void square(global const float* in, global float* out, uint n)\n{\n"
                                  "    // Your code here.\n}\n"}};
        CHECK(similar_pairs({{0, {{"f.cl", two_lines}}}, {1, {{"f.cl", two_lines}}}}, stub).empty());
    }

    TEST_CASE("what a large part of the class has is the task's")
    {
        std::vector<Work> works;
        for (std::size_t student = 0; student < 12; ++student)
            works.push_back({student, {{"f.cl", student < 5 ? long_kernel("data", "i", "") : ""}}});
        CHECK(similar_pairs(works, {}).empty());
        works.resize(4);
        CHECK(similar_pairs(works, {}).size() == 6);
    }
}
