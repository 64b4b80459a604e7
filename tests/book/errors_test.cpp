// What is wrong in a text stops the book with a sentence that names the file and the line.
#include "fixture_tree.hpp"

#include <fstream>
#include <functional>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <unistd.h>

using namespace lockstep::book;
namespace fs = std::filesystem;

namespace
{

const std::string lesson = "chapters/02-two/lesson.md";

/// Checks that a line added to a lesson stops the book at that line with a sentence that holds `expected`.
void added_line_fails(const std::string& line, const std::string& expected)
{
    const FixtureTree tree;
    tree.append(lesson, "\n" + line + "\n");
    const std::string first = line.substr(0, line.find('\n'));
    const std::string place = fmt::format("{}:{}: ", lesson, tree.line_of(lesson, first));
    const std::string failure = tree.failure();
    CAPTURE(failure);
    CHECK(failure.find(place) != std::string::npos);
    CHECK(failure.find(expected) != std::string::npos);
    CHECK(failure.find("./lockstep book") != std::string::npos);
    CHECK_FALSE(fs::exists(tree.root() / "build" / "book" / "html"));
}

} // namespace

TEST_SUITE_BEGIN("errors");

TEST_CASE("the fixture itself renders")
{
    const FixtureTree tree;
    CHECK(tree.failure() == "");
    CHECK(fs::exists(tree.root() / "build" / "book" / "html" / "index.html"));
}

TEST_CASE("a snippet of a missing file")
{
    added_line_fails("\\snippet missing.cl add \"It.\"", "There is no file 'missing.cl'");
}

TEST_CASE("a whole file that is missing")
{
    added_line_fails("\\file missing.cpp", "There is no file 'missing.cpp'");
}

TEST_CASE("a snippet with a missing tag")
{
    added_line_fails("\\snippet chapters/01-one/one.cl nothing \"It.\"",
                     "has none of the two markers '//! [nothing]'");
}

TEST_CASE("a snippet without a tag")
{
    added_line_fails("\\snippet one.cl", "A listing needs a file and a tag");
}

TEST_CASE("a step in several languages that is not complete, or that no program has")
{
    added_line_fails("\\rosetta scan grow", "Write: \\rosetta NAME TAG");
    added_line_fails("\\rosetta scan grow \"It.\"",
                     "No file in OpenCL C in 'rosetta/scan' has the two markers '//! [grow]'");
}

TEST_CASE("a step in several languages that one of them does not close")
{
    const FixtureTree tree;
    fs::create_directories(tree.root() / "rosetta" / "twice");
    tree.write("rosetta/twice/twice.cl", "//! [step]\nout = 2 * in;\n//! [step]\n");
    tree.write("rosetta/twice/twice.cu", "//! [step]\nout = 2 * in;\n");
    tree.append(lesson, "\n\\rosetta twice step \"It.\"\n");
    CHECK(tree.failure().find("has 1 of the two markers '//! [step]'") != std::string::npos);
}

TEST_CASE("a lens picture of a chapter whose counts are not recorded")
{
    added_line_fails("\\lens add \"c[i]\" store h200 \"It.\"", "there is no 'chapters/02-two/lens.json'");
}

TEST_CASE("a lens picture that is not complete")
{
    added_line_fails("\\lens add store h200 \"It.\"", "Write: \\lens KERNEL \"part of the line\"");
}

TEST_CASE("lens pictures of requests that were not counted, or not only once")
{
    const std::string first = "chapters/01-one/lesson.md";
    for (const auto& [line, expected] :
         {std::pair{"\\lens scale \"c[i]\" h200 \"It.\"",
                    "counted no request with \"c[i]\" in the kernel 'scale'"},
          std::pair{"\\lens add \"d[i]\" h200 \"It.\"",
                    "It counted: add (launch 0) load global \"c[i] = a[i] + b[i];\""},
          std::pair{"\\lens add \"c[i]\" h200 \"It.\"",
                    "means more than one request: add (launch 0) load global"},
          std::pair{"\\lens add \"c[i]\" store gtx285 \"It.\"",
                    "no counts for the device 'gtx285', only for: h200"}}) {
        const FixtureTree tree;
        tree.append(first, fmt::format("\n{}\n", line));
        const std::string failure = tree.failure();
        CAPTURE(failure);
        CHECK(failure.find(fmt::format("{}:{}: ", first, tree.line_of(first, line))) != std::string::npos);
        CHECK(failure.find(expected) != std::string::npos);
    }
}

TEST_CASE("a value of a chapter without captured output")
{
    added_line_fails("It takes \\value{time}.", "There is no captured output 'chapters/02-two/output.txt'");
}

TEST_CASE("a session that has its command and was never captured")
{
    const FixtureTree tree;
    tree.append("chapters/02-two/session-new.txt", "# ./lockstep list\n");
    tree.append(lesson, "\n\\output session-new.txt \"What it prints.\"\n");
    const std::string failure = tree.failure();
    CAPTURE(failure);
    CHECK(failure.find("no output yet in 'chapters/02-two/session-new.txt'") != std::string::npos);
    CHECK(failure.find("./lockstep run --capture") != std::string::npos);
}

TEST_CASE("a value that the captured output does not mark")
{
    const FixtureTree tree;
    tree.append("chapters/01-one/lesson.md", "\nIt takes \\value{nonsense} now.\n");
    const std::string failure = tree.failure();
    CAPTURE(failure);
    CHECK(failure.find("'output.txt' marks no value 'nonsense'") != std::string::npos);
}

TEST_CASE("output lines that do not exist")
{
    const FixtureTree tree;
    tree.append("chapters/01-one/lesson.md", "\n\\output 3-40 \"It.\"\n");
    CHECK(tree.failure().find("'3-40' are no lines of 'output.txt', which has 4") != std::string::npos);
}

TEST_CASE("a mark in captured output that is not closed")
{
    const FixtureTree tree;
    tree.write("chapters/01-one/output.txt", "# header\ntime: [[time|4.25 ms\n");
    CHECK(tree.failure().find("a mark '[[name|' is not closed") != std::string::npos);
}

TEST_CASE("a term that is defined twice")
{
    added_line_fails("A \\term{Work-item} again.",
                     "The term 'Work-item' is defined twice, first in chapters/01-one/lesson.md:3");
}

TEST_CASE("a figure that nobody drew")
{
    added_line_fails("\\figure nowhere \"It.\"", "There is no figure 'nowhere'");
}

TEST_CASE("a figure without a caption")
{
    added_line_fails("\\figure drawing", "A figure needs a name and a caption");
}

TEST_CASE("an explorer that does not exist, one without a caption, and one without GPUs to compute for")
{
    const std::string names = "banks, coalescing, divergence, ndrange, occupancy, roofline";
    added_line_fails("\\explore moon \"It.\"", names);
    added_line_fails("\\explore banks", names);
    added_line_fails("\\explore banks \"It.\"", "There is no GPU profile in lens/devices");
}

TEST_CASE("packages of a manager that the list does not know")
{
    added_line_fails("\\packages zypper", "Use apt, dnf, pacman or brew.");
}

TEST_CASE("an unknown call-out")
{
    added_line_fails("\\callout{danger|Oh}\nText.\n\\endcallout", "There is no call-out 'danger'");
}

TEST_CASE("a call-out that is never closed")
{
    added_line_fails("\\callout{note|Oh}", "This \\callout is never closed");
}

TEST_CASE("an end without a beginning")
{
    added_line_fails("\\endfold", "This \\endfold closes nothing");
}

TEST_CASE("a chapter that does not exist")
{
    added_line_fails("See \\chapter{99-nowhere}.", "There is no chapter '99-nowhere'");
}

TEST_CASE("a section that its chapter has not got, and one of no chapter")
{
    added_line_fails("See \\section{1#nowhere}.", "Chapter 1 has no heading '#nowhere'");
    added_line_fails("See \\section{99#why}.", "There is no chapter '99'");
}

TEST_CASE("an exercise that does not exist")
{
    added_line_fails("See \\exercise{1/9}.", "There is no exercise '1/9'");
}

TEST_CASE("a table of GPUs that does not exist, or has no GPUs")
{
    added_line_fails("\\hardware compute", "There is no GPU profile in lens/devices");
}

TEST_CASE("a kind of works that does not exist")
{
    added_line_fails("\\bibliography novel", "'novel' is no kind of work");
}

TEST_CASE("an error code that is not in the catalogue")
{
    added_line_fails("See \\errorcode{CL_NONSENSE}.",
                     "The error code 'CL_NONSENSE' is not in the library's catalogue");
}

TEST_CASE("a listing that the text speaks of but that does not exist")
{
    added_line_fails("As Listing 1.99 shows.", "The text speaks of Listing 1.99, which does not exist");
}

TEST_CASE("a link within the page that leads nowhere")
{
    added_line_fails("See [there](#no-such-place).", "The link to '#no-such-place' leads nowhere");
}

TEST_CASE("a code block that is never closed")
{
    added_line_fails("```cpp", "This code block is never closed");
}

TEST_CASE("a command that Doxygen does not know")
{
    added_line_fails("Some \\nonsensecommand here.", "Doxygen says: ");
}

TEST_CASE("every problem is told at once")
{
    const FixtureTree tree;
    tree.append(lesson, "\n\\figure nowhere \"It.\"\n\n\\snippet missing.cl add \"It.\"\n");
    const std::string failure = tree.failure();
    CHECK(failure.find("no figure 'nowhere'") != std::string::npos);
    CHECK(failure.find("no file 'missing.cl'") != std::string::npos);
}

TEST_CASE("a lesson without a title")
{
    const FixtureTree tree;
    tree.write(lesson, "Only text.\n");
    CHECK(tree.failure().find("lesson.md must begin with its title") != std::string::npos);
}

TEST_CASE("an exercise whose data is no JSON")
{
    const FixtureTree tree;
    tree.write("exercises/01-one/1-add/exercise.json", "{");
    CHECK(tree.failure().find("exercises/01-one/1-add/exercise.json is not JSON") != std::string::npos);
}

TEST_CASE("an exercise whose file is missing")
{
    const FixtureTree tree;
    fs::remove(tree.root() / "exercises/01-one/1-add/add.cl");
    CHECK(tree.failure().find("The file to edit, 'add.cl', does not exist") != std::string::npos);
}

TEST_CASE("a failed rendering leaves the previous book as it was")
{
    const FixtureTree tree;
    REQUIRE(tree.failure() == "");
    const fs::path index = tree.root() / "build" / "book" / "html" / "index.html";
    const auto before = fs::last_write_time(index);
    tree.append(lesson, "\n\\figure nowhere \"It.\"\n");
    CHECK(tree.failure() != "");
    REQUIRE(fs::exists(index));
    CHECK(fs::last_write_time(index) == before);
}

TEST_CASE("a build folder that cannot be made")
{
    const FixtureTree tree;
    tree.write("build", "a file where the folder should be\n");
    const std::string failure = tree.failure();
    CAPTURE(failure);
    CHECK(failure.find("The book cannot be written") != std::string::npos);
    CHECK(failure.find("give another build folder") != std::string::npos);
}

TEST_SUITE_END();
