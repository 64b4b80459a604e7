// Tests of `lockstep check`: right and wrong kernels, and what the reader is told.
#include "fixture.hpp"
#include "terminal.hpp"

#include "base/terminal.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/page_events.hpp"

#include <doctest/doctest.h>

#include <fstream>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

void check_not_built(const nlohmann::json& entry)
{
    CHECK(stage(entry, "builds")["status"] == "failed");
    CHECK(stage(entry, "correct")["status"] == "not-checked");
    CHECK(stage(entry, "clean")["status"] == "not-checked");
    CHECK(entry["passed"] == false);
}

} // namespace

TEST_SUITE("check")
{
    TEST_CASE("a right kernel passes, is remembered as solved, and a wrong one is so no longer")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        const ProcessResult right = fixture.lockstep({"check", "saxpy"});
        CAPTURE(right.output);
        CHECK(right.status == 0);
        CHECK(contains(right.output, "03-first-kernel/2-saxpy  Scale and add"));
        CHECK(contains(right.output, "Solved, and with it every exercise there is"));
        CHECK(contains(fixture.lockstep({"list"}).output, "1 of 1 solved, 10 of 10 points"));
        CHECK(contains(fixture.lockstep({"check"}).output, "Every exercise is solved."));
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n) {}\n");
        const ProcessResult wrong = fixture.lockstep({"check", "--all"});
        CHECK(wrong.status == 1);
        CHECK(contains(wrong.output, "You edit: exercises/03-first-kernel/2-saxpy/saxpy.cl"));
        CHECK(contains(fixture.lockstep({"list"}).output, "0 of 1 solved, 0 of 10 points"));
    }

    TEST_CASE("the stub fails in a named test, not in building; the solution passes and is no progress")
    {
        const Fixture fixture;
        const nlohmann::json solution = fixture.verdict({"--solutions"});
        CHECK(solution["passed"] == true);
        CHECK_FALSE(fs::exists(fixture.root() / ".lockstep"));
        const nlohmann::json stub = fixture.verdict();
        CHECK(stage(stub, "builds")["status"] == "passed");
        CHECK(stage(stub, "correct")["status"] == "failed");
        CHECK(contains(stage(stub, "correct")["message"], "\"saxpy scales and adds\" fails: NDRange 64"));
    }

    TEST_CASE("a file that is still as it was handed out is said to be, and one that was edited is not")
    {
        const Fixture fixture;
        fixture.write(".stubs/" + std::string{exercise_id} + "/saxpy.cl",
                      lockstep::read_text(fixture.exercise() / "saxpy.cl"));
        CHECK(contains(fixture.lockstep({"check", "3/2"}).output,
                       "  Scale and add\n  saxpy.cl is still as it was handed out.\n  ✓ builds "));
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n) {}\n");
        CHECK_FALSE(contains(fixture.lockstep({"check", "3/2"}).output, "handed out"));
    }

    TEST_CASE("the report is JSON of exactly the fields agreed, and nothing else is printed")
    {
        const Fixture fixture;
        const nlohmann::json entry = fixture.verdict();
        CHECK(entry["id"] == exercise_id);
        CHECK(entry["title"] == "Scale and add");
        CHECK(entry["points"] == 10);
        CHECK(entry["passed"] == false);
        CHECK(entry.size() == 5);
        std::vector<std::string> names;
        for (const nlohmann::json& one : entry["stages"]) {
            CHECK(one.size() == 4);
            CHECK(one["message"].is_string());
            CHECK(one["seconds"].is_number());
            CHECK((one["status"] == "passed" || one["status"] == "failed" || one["status"] == "not-checked"));
            names.push_back(one["name"]);
        }
        CHECK(names == std::vector<std::string>{"builds", "correct", "clean"});
    }

    TEST_CASE("events are a line a stage as it ends, and the verdict with what a reader is told beside it")
    {
        const Fixture fixture;
        const ProcessResult result = fixture.lockstep({"check", "3/2", "--events"});
        const std::vector<std::string> lines = lockstep::split_lines(result.output);
        REQUIRE(lines.size() >= 3);
        const nlohmann::json first = nlohmann::json::parse(lines.front());
        CHECK(first["event"] == "stage");
        CHECK(first["name"] == "builds");
        CHECK(first["status"] == "passed");
        const nlohmann::json last = nlohmann::json::parse(lines.back());
        CHECK(last["event"] == "verdict");
        CHECK(last["version"] == lockstep::formats::page_events_version);
        CHECK(last["id"] == exercise_id);
        CHECK(last["passed"] == false);
        CHECK(last["stages"].size() == 3);
        CHECK(result.status == 1);
        CHECK(fixture.lockstep({"check", "3/2", "--events", "--json", "-"}).status == 2);
    }

    TEST_CASE("the report goes to a file beside the text, and a place that cannot be written to is named")
    {
        const Fixture fixture;
        const ProcessResult result = fixture.lockstep({"check", "3/2", "--json", "report.json"});
        CHECK(contains(result.output, "✗ correct"));
        std::ifstream stream{fixture.root() / "report.json"};
        const nlohmann::json report = nlohmann::json::parse(stream, nullptr, false);
        CHECK(report["version"] == lockstep::formats::page_events_version);
        CHECK(report["exercises"].size() == 1);
        const ProcessResult refused = fixture.lockstep({"check", "3/2", "--json", "nowhere/report.json"});
        CHECK(refused.status == 2);
        CHECK(contains(refused.error, "The file nowhere/report.json cannot be written."));
        const ProcessResult full = fixture.lockstep({"check", "3/2", "--json", "/dev/full"});
        CHECK(full.status == 2);
        CHECK(contains(full.error, "The file /dev/full cannot be written.\n  try: "));
    }

    TEST_CASE("a folder in place of a file is named")
    {
        const Fixture fixture;
        const ProcessResult result = fixture.lockstep({"check", "3/2", "--file", fixture.root().string()});
        CHECK(result.status == 2);
        CHECK(contains(result.error, " is a folder.\n  try: ./lockstep check 3/2 --file "));
    }

    TEST_CASE("a syntax error is told with file and line")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n"
                       "{\n    y[get_global_id(0)] = aplha;\n}\n");
        const nlohmann::json entry = fixture.verdict();
        check_not_built(entry);
        const std::string message = stage(entry, "builds")["message"];
        CHECK(contains(message, "saxpy.cl:3: use of undeclared identifier 'aplha'"));
        CHECK(contains(message, "\n        y[get_global_id(0)] = aplha;\n                              ^"));
    }

    TEST_CASE("a kernel of another name is answered with the names there are")
    {
        const Fixture fixture;
        fixture.kernel("kernel void sapxy(global float* y) { y[0] = 0; }\n");
        const nlohmann::json entry = fixture.verdict();
        check_not_built(entry);
        CHECK(contains(stage(entry, "builds")["message"],
                       "There is no kernel called 'saxpy'; the file holds 'sapxy'."));
    }

    TEST_CASE("another argument list is answered with both lists")
    {
        const Fixture fixture;
        fixture.kernel(
            "kernel void saxpy(global const float* x, global float* y, uint n) { y[0] = x[0]; }\n");
        const nlohmann::json entry = fixture.verdict();
        check_not_built(entry);
        CHECK(contains(
            stage(entry, "builds")["message"],
            "The kernel 'saxpy' takes (global float*, global float*, uint); the exercise passes (float, "
            "global float*, global float*, uint)."));
    }

    TEST_CASE("on a terminal no line of a verdict, the list or a refusal is wider, and words are whole")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n) {}\n");
        for (const std::vector<std::string>& arguments : {std::vector<std::string>{"check", "3/2"},
                                                          {"list"},
                                                          {},
                                                          {"devices"},
                                                          {"--help"},
                                                          {"nonsense"}}) {
            std::vector<std::string> words{LOCKSTEP_PROGRAM};
            words.insert(words.end(), arguments.begin(), arguments.end());
            Terminal terminal{words, fixture.environment()};
            CHECK_FALSE(terminal.shows("what is never shown")); // until the program has ended
            CAPTURE(terminal.written());
            CHECK(lockstep::split_lines(terminal.written()).size() > 1);
            for (const std::string& line : lockstep::split_lines(terminal.written()))
                CHECK(columns_of(lockstep::trim(line)) <= 80);
        }
    }

    TEST_CASE("an out-of-bounds write is named in the stage correct, and its line in the stage clean")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    const uint i = get_global_id(0);\n"
                       "    y[i] = i < n ? alpha * x[i] + y[i] : 0.0f;\n}\n");
        const nlohmann::json entry = fixture.verdict();
        CHECK(stage(entry, "correct")["status"] == "failed");
        CHECK(contains(stage(entry, "correct")["message"], "The kernel wrote outside of y: at y["));
        CHECK(contains(stage(entry, "clean")["message"], "saxpy.cl:4: this writes y["));
    }

    TEST_CASE("an out-of-bounds read gives the right answer, and is found all the same")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    const uint i = get_global_id(0);\n"
                       "    const float term = alpha * x[i];\n"
                       "    if (i < n)\n        y[i] = term + y[i];\n}\n");
        const nlohmann::json entry = fixture.verdict();
        CHECK(stage(entry, "correct")["status"] == "passed");
        CHECK(entry["passed"] == false);
        CHECK(contains(stage(entry, "clean")["message"], "saxpy.cl:4: this reads x["));
    }

    TEST_CASE("of cases that fail for one cause the first is told, and every failure names the hints")
    {
        const Fixture fixture;
        const ProcessResult stub = fixture.lockstep({"check", "3/2"});
        CHECK(contains(stub.output, "\n             So do 5 more cases.\n"));
        CHECK(contains(stub.output, "\n    A hint:  ./lockstep hint 3/2\n"));
        CHECK_FALSE(contains(fixture.lockstep({"check", "3/2", "--solutions"}).output, "hint"));
    }

    TEST_CASE("more local memory than the device has is told before a driver can crash of it")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    local float tile[20000000];\n"
                       "    const uint i = get_global_id(0);\n"
                       "    tile[get_local_id(0) * 100000] = alpha;\n"
                       "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "    if (i < n) y[i] = tile[0] * x[i] + y[i];\n}\n");
        // PoCL 6 gives the size of a kernel's local arrays as 0, and ends with a sentence of its own.
        const std::string output = fixture.lockstep({"check", "3/2"}).output;
        CHECK((contains(output, "The kernel takes 80,000,000 bytes of local memory") ||
               contains(output, "doesn't fit to the local memory of size")));
    }

    TEST_CASE("a barrier that not all reach is told before what comes of it")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    const uint i = get_global_id(0);\n"
                       "    if (i < n) {\n"
                       "        y[i] = 0;\n"
                       "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "    }\n}\n");
        const nlohmann::json entry = fixture.verdict();
        const std::string message = stage(entry, "correct")["message"];
        CAPTURE(message);
        CHECK(message.starts_with("saxpy.cl:6: this barrier is not reached by all work-items"));
        CHECK(contains(message, "\nThis explains what comes of it: "));
        CHECK_FALSE(contains(message, "guard the write"));
    }

    TEST_CASE("a loop over all elements in a kernel is told as what it is, and nothing else is")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    for (uint i = 0; i < n; ++i)\n"
                       "        y[i] = alpha * x[i] + 1.0f;\n}\n");
        const nlohmann::json entry = fixture.verdict();
        if (stage(entry, "clean")["status"] == "not-checked") return;
        const std::string told = "saxpy.cl:3: Each work-item runs this whole loop, because its number "
                                 "chooses no element. There is no "
                                 "loop over the elements to write: the launch is that loop. Take the number "
                                 "from get_global_id(0), and "
                                 "make the one element that has it.";
        CHECK(stage(entry, "clean")["message"] == told);
        const std::string correct = stage(entry, "correct")["message"];
        CAPTURE(correct);
        CHECK(
            (correct == "stopped, because the stage clean says what is wrong" || correct.starts_with(told)));
        CHECK_FALSE(contains(correct, "never becomes false"));
        CHECK(contains(fixture.lockstep({"hint", "3/2"}).output,
                       "  The check: Delete the loop over the elements"));
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    for (uint i = 0; i <= n; ++i)\n" // beyond the end as well
                       "        y[i] = alpha * x[i] + 1.0f;\n}\n");
        CHECK(stage(fixture.verdict(), "clean")["message"] == told);
    }

    TEST_CASE("what PoCL prints when a kernel crashes is not said to be the reader's")
    {
        Fixture fixture;
        fixture.replace_test_program("echo mine; echo 'PTHREAD ERROR in POclReleaseMemObject():44: Device or "
                                     "resource busy (16)' >&2; kill -SEGV $$");
        const std::string output = fixture.lockstep({"check", "3/2"}).output;
        CHECK(contains(output, "\n  Your code printed:\n    mine\n"));
        CHECK_FALSE(contains(output, "PTHREAD"));
    }

    TEST_CASE("a kernel in UTF-16 is told so before it is compiled")
    {
        const Fixture fixture;
        fixture.kernel(std::string{"\xFF\xFEk\0e\0", 6});
        const nlohmann::json entry = fixture.verdict();
        check_not_built(entry);
        CHECK(stage(entry, "builds")["message"] ==
              "saxpy.cl is saved as UTF-16, which a compiler cannot read. Save it as UTF-8.");
    }

    TEST_CASE(
        "of a program that fails, what its compiler warned of is told, and UTF-16 before it is compiled")
    {
        const Fixture fixture{host_exercise_id};
        const std::string file = "exercises/" + std::string{host_exercise_id} + "/strip_mine.cpp";
        fixture.write(file, "#include \"strip_mine.hpp\"\n"
                            "std::vector<Strip> strips(std::size_t n, unsigned)\n{\n    return {{0, n}};\n}\n"
                            "double sum(std::span<const float>, unsigned)\n{\n}\n");
        const std::string message = stage(fixture.verdict(), "correct")["message"];
        CAPTURE(message);
        CHECK(contains(message, "\nThe compiler warns: strip_mine.cpp:8: "));
        CHECK(contains(fixture.lockstep({"check", "1/3"}).output,
                       "The compiler warns: exercises/01-parallelism/3-strip-mine/strip_mine.cpp:8: "));
        fixture.write(file, std::string{"\xFF\xFEi\0n\0", 6});
        CHECK(stage(fixture.verdict(), "builds")["message"] ==
              "strip_mine.cpp is saved as UTF-16, which a compiler cannot read. Save it as UTF-8.");
    }

    TEST_CASE("a file that was deleted is named, with the command that brings it back")
    {
        const Fixture fixture;
        fs::remove(fixture.exercise() / "saxpy.cl");
        const nlohmann::json entry = fixture.verdict();
        check_not_built(entry);
        const std::string message = stage(entry, "builds")["message"];
        CHECK(contains(message, "2-saxpy/saxpy.cl is not there."));
        CHECK(contains(message, "./lockstep reset 3/2"));
    }

    TEST_CASE("another folder of files is checked in place of the reader's own, its path may have spaces")
    {
        const Fixture fixture;
        fixture.write("my class/Ada L/03-first-kernel/2-saxpy/saxpy.cl", right_kernel);
        const nlohmann::json entry = fixture.verdict({"--dir", "my class/Ada L"});
        CAPTURE(entry.dump());
        CHECK(entry["passed"] == true);
        CHECK_FALSE(fs::exists(fixture.root() / ".lockstep"));
        const nlohmann::json missing = fixture.verdict({"--dir", "my class"});
        check_not_built(missing);
        CHECK_FALSE(contains(stage(missing, "builds")["message"], "lockstep reset"));
    }

    TEST_CASE("a place for the progress that cannot be written to does not change the verdict")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        fixture.write(".lockstep", "a file where the folder should be");
        const ProcessResult check = fixture.lockstep({"check", "3/2"});
        CHECK(check.status == 0);
        CHECK(contains(check.error, "Not recorded, so ./lockstep list will not know: "));
        CHECK(contains(fixture.lockstep({"list"}).output, "0 of 1 solved"));
    }

    TEST_CASE("a chapter stands for its exercises, by number and by name")
    {
        const Fixture fixture;
        fixture.write("chapters/04-empty/lesson.md", "# Empty\n");
        fixture.kernel("kernel void saxpy() {}\n");
        for (const char* chapter :
             {"3", "03", "03-first-kernel", "first-kernel", "exercises/03-first-kernel/"})
            CHECK(contains(fixture.lockstep({"check", chapter}).output,
                           "03-first-kernel/2-saxpy  Scale and add"));
        const ProcessResult empty = fixture.lockstep({"check", "4"});
        CHECK(empty.status == 2);
        CHECK(contains(empty.error, "Chapter 4 has no exercises."));
        CHECK(contains(fixture.lockstep({"check", "99"}).error, "There is no chapter '99'."));
    }

    TEST_CASE(
        "behind a solved exercise comes the next unsolved one of the book, and the first only at its end")
    {
        const Fixture fixture;
        fixture.write(".lockstep/progress.json",
                      R"({"exercises": {"03-first-kernel/3-third": {"solved": true}}})");
        for (const std::string exercise : {"1-first", "3-third", "4-fourth"}) {
            const std::string folder = "exercises/03-first-kernel/" + exercise;
            fs::create_directories(fixture.root() / "exercises/03-first-kernel" / exercise);
            fixture.write(
                folder + "/exercise.json",
                R"({"title": "T", "points": 1, "minutes": 1, "edit": ["x.cl"], "checks": [], "hints": []})");
        }
        fixture.kernel(right_kernel);
        CHECK(contains(fixture.lockstep({"check", "3/2"}).output, " Next: ./lockstep check 3/4 "));
        fixture.write(
            ".lockstep/progress.json",
            R"({"exercises": {"03-first-kernel/3-third": {"solved": true}, "03-first-kernel/4-fourth": {"solved": true}}})");
        CHECK(contains(fixture.lockstep({"check", "3/2"}).output, " Next: ./lockstep check 3/1 "));
    }

    TEST_CASE(
        "what the code prints is shown below the verdict, twenty lines of it, and cannot move the cursor")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    const uint i = get_global_id(0);\n"
                       "    if (i == 0 && n == 1) printf(\"one %c[2J\\n\", 27);\n"
                       "    if (i == 0 && n == 37) for (int k = 0; k < 22; ++k) printf(\"line %d\\n\", k);\n"
                       "    if (i < n) y[i] = alpha * x[i] + y[i];\n}\n");
        const ProcessResult result = fixture.lockstep({"check", "3/2"});
        CAPTURE(result.output);
        CHECK(result.status == 0);
        CHECK(contains(result.output, "\n  Your code printed:\n    "));
        CHECK(contains(result.output, "    one ?[2J\n"));
        CHECK(contains(result.output, " more lines\n"));
        CHECK_FALSE(contains(result.output, "line 20\n"));
        CHECK_FALSE(contains(result.output, "doctest"));
        fixture.kernel(right_kernel);
        CHECK_FALSE(contains(fixture.lockstep({"check", "3/2"}).output, "printed"));
        fixture.kernel("kernel void saxpy() { oops }\n");
        CHECK_FALSE(contains(fixture.lockstep({"check", "3/2"}).output, "printed"));
    }
}

// On Oclgrind alone.
TEST_SUITE("oclgrind")
{
    TEST_CASE("a right kernel at which Oclgrind itself crashes is clean all the same")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    const uint i = get_global_id(0);\n"
                       "    if (i >= n) return;\n"
                       "    const float4 b = (float4)(x[i], alpha, alpha, y[i]);\n"
                       "    const float4 c = (float4)(b.yzw, b.x);\n"
                       "    y[i] = c.x * c.w + c.z;\n}\n");
        const nlohmann::json entry = fixture.verdict({}, {{"LOCKSTEP_SIMULATOR", "oclgrind"}});
        CHECK(stage(entry, "correct")["status"] == "passed");
        CHECK(stage(entry, "clean")["status"] != "failed");
    }
}
