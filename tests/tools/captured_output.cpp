// Tests of captured outputs: marks, blocks, comparison, and capturing again.
#include "lockstep/formats/captured_output.hpp"

#include "base/paths.hpp"
#include "capture/captures.hpp"
#include "capture/own_names.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <utility>

using namespace lockstep;

namespace
{

constexpr const char* marked = "# ./lockstep run 02 · a CPU · 2026-01-01\n"
                               "Device: [[device|pthread-EPYC]]\n"
                               "[[*\n"
                               "  extension one\n"
                               "  extension two\n"
                               "*]]\n"
                               "sum   = 4950\n"
                               "time  = [[|1.25]] ms on [[units|2]] units\n";

constexpr const char* printed = "Device: pthread-EPYC\n"
                                "  extension one\n"
                                "  extension two\n"
                                "sum   = 4950\n"
                                "time  = 1.25 ms on 2 units\n";

CapturedOutput parsed(const std::string& text)
{
    return parse_captured_output(text, "output.txt");
}

// A program of a chapter, "03-first", that lies in this folder.
tool::ChapterProgram program_in(const std::filesystem::path& folder, const std::string& file)
{
    return {.info = {.slug = "03-first", .title = {}, .folder = folder, .exercises = {}},
            .target = {},
            .source = folder / file,
            .program = {},
            .work = {}};
}

std::string printed_by(const std::string& text)
{
    std::string all;
    for (const std::string& line : parsed(text).lines) all += line + "\n";
    return all;
}

} // namespace

TEST_SUITE("captured_output")
{
    TEST_CASE("a name may hold letters, digits, _ and -; other brackets are text")
    {
        const CapturedOutput output = parsed("a[[warm-up|3.2]] b[[1]] c[[x y|2]] d[[_1|]]\n");
        CHECK(output.lines.at(0) == "a3.2 b[[1]] c[[x y|2]] d");
        CHECK(output.values == std::map<std::string, std::string>{{"warm-up", "3.2"}, {"_1", ""}});
        CHECK_FALSE(compare_output("[[warm-up|3.2]] ms\n", "4.5 ms\n"));
        CHECK(recapture("[[warm-up|3.2]] ms\n", "4.5 ms\n", "h") == "# h\n[[warm-up|4.5]] ms\n");
    }

    TEST_CASE("a mark that is not closed is named with its line")
    {
        CHECK_THROWS_WITH_AS(
            parsed("# header\ntime: [[time|4.25 ms\n"),
            "output.txt:2: a mark '[[name|' is not closed. Write ']]' behind the text it marks.", Failure);
    }

    TEST_CASE("without header and marks an output reads as it was printed")
    {
        CHECK(printed_by(marked) == printed);
        CHECK(printed_by("no header\n") == "no header\n");
        CHECK(printed_by("") == "");
    }

    TEST_CASE("the header is the first line, when it is one")
    {
        CHECK(parsed(marked).header == "./lockstep run 02 · a CPU · 2026-01-01");
        CHECK(parsed("#no header\n").header == "");
        CHECK(parsed("").header == "");
    }

    TEST_CASE("a mark's text is found by its name")
    {
        CHECK(parsed(marked).values.at("device") == "pthread-EPYC");
        CHECK(parsed(marked).values.at("units") == "2");
        CHECK_FALSE(parsed(marked).values.contains("absent"));
    }

    TEST_CASE("an output agrees with itself, and with another device's where it is marked")
    {
        CHECK_FALSE(compare_output(marked, printed));
        CHECK_FALSE(compare_output(marked, "Device: NVIDIA H200\nsum = 4950\ntime = 0.01 ms on 132 units\n"));
        CHECK_FALSE(compare_output(
            marked, "Device: \n one\n two\n three\nsum = 4950\ntime = 0.01 ms on 132 units\n\n\n"));
    }

    TEST_CASE("the amount of white space is free, but not whether there is any")
    {
        CHECK_FALSE(compare_output("a b   c\n", "  a   b c  \n"));
        CHECK(compare_output("1 2\n", "12\n"));
        CHECK(compare_output("12\n", "1 2\n"));
        CHECK_FALSE(compare_output("[[|wide name]]  | 3\n", "x | 3\n"));
    }

    TEST_CASE("what is not marked must agree, and the first difference is told")
    {
        const auto difference = compare_output(marked, "Device: x\nsum = 4951\ntime = 1 ms on 2 units\n");
        REQUIRE(difference);
        const auto other = compare_output("one\ntwo\n", "one\nthree\n");
        REQUIRE(other);
        CHECK(*other == "line 2 differs\n  expected: two\n  printed:  three");
    }

    TEST_CASE("a device's own text must agree on that device and may be anything on another")
    {
        constexpr const char* own = "[[size=|1024]] elements in [[|1.5]] ms, right\n";
        CHECK(parsed(own).values.at("size") == "1024");
        CHECK(printed_by(own) == "1024 elements in 1.5 ms, right\n");
        CHECK_FALSE(compare_output(own, "1024 elements in 9 ms, right\n", RanOn::same_device));
        CHECK(compare_output(own, "2048 elements in 1.5 ms, right\n", RanOn::same_device));
        CHECK_FALSE(compare_output(own, "2048 elements in 9 ms, right\n", RanOn::other_device));
        CHECK(compare_output(own, "2048 elements in 9 ms, WRONG\n", RanOn::other_device));
        CHECK(recapture(own, "2048 elements in 9 ms, right\n", "h") ==
              "# h\n[[size=|2048]] elements in [[|9]] ms, right\n");
        CHECK(recapture("[[=|a b]]\n", "c\n", "h") == "# h\n[[=|c]]\n");
    }

    TEST_CASE("a simulator may leave lines out, but print no others")
    {
        constexpr const char* three = "[[=|9]] floats, right\ncopy [[|1]] ms\nlast\n";
        CHECK_FALSE(compare_output(three, "1 floats, right\nlast\n", RanOn::simulator));
        CHECK_FALSE(compare_output(three, "1 floats, right\n", RanOn::simulator));
        CHECK(compare_output(three, "1 floats, right\n", RanOn::other_device));
        CHECK(compare_output(three, "1 floats, WRONG\nlast\n", RanOn::simulator));
        CHECK(compare_output(three, "last\n1 floats, right\n", RanOn::simulator));
        CHECK(compare_output(three, "", RanOn::simulator));
    }

    TEST_CASE("a device is compared with its own capture, where there is one")
    {
        const ScratchFolder scratch;
        const auto capture = [&](const std::string& file, const std::string& device) {
            write_text(scratch.path() / file,
                       "# ./lockstep run 28 · " + device + ", driver 7 · Debian · 2026-01-01\none\n");
        };
        const auto chosen = [&](const CaptureDevice& device) {
            const Capture choice = capture_for(scratch.path(), device);
            return std::pair{choice.file.filename().string(), choice.where};
        };
        capture("output.txt", "pthread-EPYC, Portable Computing Language");
        capture("output.h200.txt", "NVIDIA H200, NVIDIA CUDA");
        const CaptureDevice h200{.name = "NVIDIA H200", .platform = "NVIDIA CUDA"};
        CHECK(chosen(h200) == std::pair{std::string{"output.h200.txt"}, RanOn::same_device});
        CaptureDevice newer = h200;
        newer.driver = "595.71";
        CHECK(chosen(newer) == std::pair{std::string{"output.h200.txt"}, RanOn::other_device});
        const CaptureDevice h100{.name = "NVIDIA H100", .platform = "NVIDIA CUDA"};
        CHECK(chosen(h100) == std::pair{std::string{"output.txt"}, RanOn::other_device});
        CaptureDevice pocl{.name = "pthread-EPYC", .platform = "Portable Computing Language"};
        CHECK(chosen(pocl) == std::pair{std::string{"output.txt"}, RanOn::same_device});
        pocl.driver = "7.3+debian";
        CHECK(chosen(pocl) == std::pair{std::string{"output.txt"}, RanOn::same_device});
        pocl.driver = "8.0+debian"; // another compiler
        CHECK(chosen(pocl) == std::pair{std::string{"output.txt"}, RanOn::other_device});
        pocl.driver.clear();
        pocl.name = "pthread-haswell"; // another model of CPU has instructions of its own
        CHECK(chosen(pocl) == std::pair{std::string{"output.txt"}, RanOn::other_device});
        const CaptureDevice intel{.name = "pthread-EPYC", .platform = "Intel(R) OpenCL"};
        CHECK(chosen(intel) == std::pair{std::string{"output.txt"}, RanOn::other_device});
    }

    TEST_CASE("signs that mean something in patterns are taken literally")
    {
        CHECK_FALSE(
            compare_output("a.b*c (d) [e] {f} ^g$ h|i \\j +k?\n", "a.b*c (d) [e] {f} ^g$ h|i \\j +k?\n"));
        CHECK(compare_output("a.b\n", "axb\n"));
    }

    TEST_CASE("an output that ends too soon or goes on too long is told")
    {
        const auto early = compare_output("one\ntwo\n", "one\n");
        REQUIRE(early);
        CHECK(contains(*early, "ends after 1 lines; expected next: two"));
        const auto late = compare_output("one\n", "one\ntwo\n");
        REQUIRE(late);
        CHECK(contains(*late, "goes on after line 1: two"));
    }

    TEST_CASE("a block at the end takes everything, and one in the middle only up to the next line")
    {
        CHECK_FALSE(compare_output("one\n[[*\n*]]\n", "one\ntwo\nthree\n"));
        CHECK_FALSE(compare_output("one\n[[*\n*]]\n", "one\n"));
        CHECK(compare_output("one\n[[*\nx\n*]]\nlast\n", "one\ntwo\n"));
    }

    TEST_CASE("capturing the same output again gives the same marks under a new header")
    {
        std::string again = recapture(marked, printed, "another day");
        CHECK(again == "# another day\n" + std::string{marked}.substr(std::string{marked}.find('\n') + 1));
    }

    TEST_CASE("capturing another device's output keeps the marks around what it printed")
    {
        const std::string other =
            "Device: NVIDIA H200\n  cl_nv\nsum   = 4950\ntime  = 0.01 ms on 132 units\n";
        const std::string again = recapture(marked, other, "h200");
        CHECK(again == "# h200\nDevice: [[device|NVIDIA H200]]\n[[*\n  cl_nv\n*]]\nsum   = 4950\n"
                       "time  = [[|0.01]] ms on [[units|132]] units\n");
        CHECK(printed_by(again) == other);
        CHECK_FALSE(compare_output(again, printed));
    }

    TEST_CASE("a block of the device's own lines is compared on it, and may lack on another")
    {
        const std::string own = "# h\nall\n[[=*\nregisters [[|5]]\n\nspills [[=|0]]\n*]]\nright\n";
        CHECK_FALSE(compare_output(own, "all\nregisters 7\n\nspills 0\nright\n"));
        CHECK(compare_output(own, "all\nregisters 7\n\nspills 1\nright\n"));
        CHECK(compare_output(own, "all\nright\n"));
        CHECK_FALSE(compare_output(own, "all\nright\n", RanOn::other_device));
        CHECK_FALSE(compare_output(own, "all\nlanes 4\nright\n", RanOn::other_device));
        CHECK(printed_by(own) == "all\nregisters 5\n\nspills 0\nright\n");
        CHECK(recapture(own, "all\nregisters 7\n\nspills 3\nright\n", "h") ==
              "# h\nall\n[[=*\nregisters [[|7]]\n\nspills [[=|3]]\n*]]\nright\n");
    }

    TEST_CASE("a block at the end stays around what stands there")
    {
        const std::string last = "# h\none\n[[*\ntwo\nthree\n*]]\n";
        CHECK(recapture(last, "one\ntwo\nthree\n", "h") == last);
        CHECK(recapture(last, "one\nfour\n", "h") == "# h\none\n[[*\nfour\n*]]\n");
    }

    TEST_CASE("lines that are new are kept without marks, and lines that are gone are dropped")
    {
        CHECK(recapture("# old\none [[a|1]]\nthree\n", "one 5\ntwo\nthree\n", "new") ==
              "# new\none [[a|5]]\ntwo\nthree\n");
        CHECK(recapture("# old\none\ntwo [[a|1]]\nthree\n", "one\nthree\n", "new") == "# new\none\nthree\n");
        CHECK(recapture("", "one\n", "new") == "# new\none\n");
    }

    TEST_CASE(
        "a build log that a chapter prints names the chapter's kernel file, whatever the driver calls it")
    {
        const ScratchFolder scratch;
        write_text(scratch.path() / "first.cl", "");
        write_text(scratch.path() / "main.cpp", "std::ifstream file{\"first.cl\"};\n");
        const tool::ChapterProgram chapter = program_in(scratch.path(), "main.cpp");
        const auto named = [&](const std::string& text) { return tool::with_own_names(text, chapter); };
        CHECK(
            named("error: /b/pocl-cache/tempfile_wkAkEV.cl:7:25: expected ';'\n  try: read "
                  "CL_PROGRAM_BUILD_LOG from the top\n") ==
            "error: chapters/03-first/first.cl:7:25: expected ';'\n  try: read the log above from the top\n");
        CHECK(named("<kernel>:7:25: error: oops\ninput.cl:1:2: error: oops\n") ==
              "chapters/03-first/first.cl:7:25: error: oops\nchapters/03-first/first.cl:1:2: error: oops\n");
        CHECK(named("my input.cl has 3:4 lines\n") == "my input.cl has 3:4 lines\n");
        write_text(scratch.path() / "second.cl", ""); // it could be either
        CHECK(named("<kernel>:7:25: error: oops\n") == "<kernel>:7:25: error: oops\n");
    }

    TEST_CASE("a build log of a program that keeps its kernel in a string names the program's own lines")
    {
        const ScratchFolder scratch;
        write_text(scratch.path() / "first.cl", "");
        write_text(scratch.path() / "picture.cpp",
                   "// A picture.\nconst char* const words = R\"(none)\";\n"
                   "const char* const source = R\"CL(kernel void picture()\n{\n"
                   "    oops\n})CL\";\n");
        const tool::ChapterProgram chapter = program_in(scratch.path(), "picture.cpp");
        CHECK(tool::with_own_names("error: /b/pocl-cache/tempfile_wkAkEV.cl:3:9: expected ';'\n", chapter) ==
              "error: chapters/03-first/picture.cpp:5:9: expected ';'\n");
        CHECK(tool::with_own_names("<kernel>:1:8: error: oops\n", chapter) ==
              "chapters/03-first/picture.cpp:3:40: error: oops\n");
        write_text(scratch.path() / "picture.cpp",
                   "auto a = R\"(kernel void a() {})\";\nauto b = R\"(kernel void b() {})\";\n");
        CHECK(tool::with_own_names("<kernel>:1:8: error: oops\n", chapter) ==
              "the kernel in chapters/03-first/picture.cpp, its line 1, column 8: error: oops\n");
    }

    // What an H200 or Intel's runtime printed stands for whatever a device will print of which there is no capture.
    TEST_CASE("on a device without a capture, each chapter's usual output accepts what other devices printed")
    {
        std::size_t compared = 0;
        for (const auto& chapter : std::filesystem::directory_iterator{tool::source_dir() / "chapters"})
            for (const char* const device : {"h200", "intel"}) {
                const std::filesystem::path file = chapter.path() / fmt::format("output.{}.txt", device);
                if (!std::filesystem::exists(file)) continue;
                INFO(file.string());
                const auto difference = compare_output(read_text(chapter.path() / "output.txt"),
                                                       printed_by(read_text(file)), RanOn::other_device);
                CHECK(difference.value_or("") == "");
                ++compared;
            }
        CHECK(compared > 20);
    }
}
