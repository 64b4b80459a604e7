// Tests of the catalogues of wrong solutions: reading them, applying their changes, and what is refused.
#include "check/wrong_solutions.hpp"

#include "check/engine.hpp"
#include "fixture.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>

#include <fstream>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

const std::string solution = "// y = x * x\n"
                             "kernel void square()\n"
                             "{\n"
                             "    start();\n"
                             "\n"
                             "    if (i < n) y[i] = x[i] * x[i];\n"
                             "    work();\n"
                             "    wait();\n"
                             "    work();\n"
                             "}\n";

const std::string head = "# What goes wrong in 3/1, Square\n\n## Rejected by: correct, square squares\n\n"
                         "**doubles** Adds instead of multiplying.\n";

struct CatalogueFile
{
    ScratchFolder scratch;
    fs::path file = scratch.path() / "1-square.md";

    explicit CatalogueFile(const std::string& text) { std::ofstream{file} << text; }

    WrongSolutions read() const { return read_wrong_solutions(file); }
    std::string applied(const std::string& name = "doubles", bool first = true) const
    {
        const WrongSolutions catalogue = read();
        return changed_text(catalogue, catalogue.find(name), "square.cl", first, solution);
    }
    // What is wrong with the catalogue, without the name of its file.
    std::string failure() const
    {
        try {
            applied(read().entries.front().name);
        } catch (const Failure& failure) {
            const std::string what = failure.what();
            CHECK(contains(what, "\n  try: "));
            return what.substr(std::min(what.size(), file.string().size()));
        }
        return "";
    }
};

std::string block(const std::string& lines, const std::string& kind = "diff")
{
    return "```" + kind + "\n" + lines + "```\n";
}

} // namespace

TEST_SUITE("wrong_solutions")
{
    TEST_CASE("an entry has a name, a sentence, where it is rejected, and its change")
    {
        const CatalogueFile catalogue{
            "# Title\n\nAn introduction.\n\n## Rejected by: clean, one, and two\n\n**doubles** "
            "Adds\ninstead.\n" +
            block(" a\n-b\n+c\n") + "\n**triples**\nAdds more.\n\n" + block("-b\n") +
            "\n## Rejected by the time limit: correct, three\n\n**hangs** Never ends.\n" +
            block("all\n", "cl") + "\n## Rejected by: builds\n**another-name** Is called squares.\n" +
            block("+d\n\n", "diff file=other.cl")};
        const WrongSolutions read = catalogue.read();
        REQUIRE(read.entries.size() == 4);
        const WrongSolution& first = read.entries[0];
        CHECK(first.name == "doubles");
        CHECK(first.line == 7);
        CHECK(first.sentence == "Adds instead.");
        CHECK(first.stage == Stage::clean);
        CHECK(first.test_case == "one, and two");
        CHECK_FALSE(first.endless);
        REQUIRE(first.changes.size() == 1);
        CHECK(first.changes[0].old_lines == std::vector<std::string>{"a", "b"});
        CHECK(first.changes[0].new_lines == std::vector<std::string>{"a", "c"});
        CHECK(read.entries[1].sentence == "Adds more.");
        CHECK(read.entries[1].test_case == "one, and two");
        CHECK(read.entries[2].endless);
        CHECK(read.entries[2].changes[0].whole);
        CHECK(read.entries[3].test_case.empty());
        CHECK(read.entries[3].changes[0].file == "other.cl");
        CHECK(read.entries[3].changes[0].old_lines == std::vector<std::string>{""});
    }

    TEST_CASE("a name that the catalogue lacks is refused with those that it has")
    {
        const std::string other = "\n## Rejected by the time limit: correct, one\n\n**hangs** Never ends.\n";
        const CatalogueFile catalogue{head + block("-    wait();\n") + other + block("-    start();\n")};
        CHECK_THROWS_WITH_AS(
            catalogue.read().find("doubels"),
            doctest::Contains("has no wrong solution 'doubels'.\n  try: one of doubles, hangs"), Failure);
    }

    TEST_CASE("changes are made where their lines stand, in whatever order they are told")
    {
        const CatalogueFile catalogue{head + block("     wait();\n-    work();\n") + "\n" +
                                      block("     start();\n\n-    if (i < n) y[i] = x[i] * x[i];\n"
                                            "+    y[i] = x[i] + x[i];\n")};
        CHECK(catalogue.applied() == "// y = x * x\nkernel void square()\n{\n    start();\n\n"
                                     "    y[i] = x[i] + x[i];\n    work();\n    wait();\n}\n");
    }

    TEST_CASE("a whole file takes the place of the solution's")
    {
        CHECK(CatalogueFile{head + block("kernel void square() {}\n", "cl")}.applied() ==
              "kernel void square() {}\n");
    }

    TEST_CASE("a change belongs to the first file, or to the one it names")
    {
        const std::string change = "-    wait();\n";
        CHECK(CatalogueFile{head + block(change)}.applied("doubles", false) == solution);
        CHECK(CatalogueFile{head + block(change, "diff file=other.cl")}.applied() == solution);
        CHECK(CatalogueFile{head + block(change, "diff file=square.cl")}.applied("doubles", false) !=
              solution);
    }

    TEST_CASE("a change that the solution does not hold, or holds twice, names line, name and remedy")
    {
        CHECK(CatalogueFile{head + block("-    rest();\n+    work();\n")}.failure() ==
              ":6: doubles: the solution's square.cl no longer holds these lines, from '    rest();' on\n"
              "  try: copy the lines with a space or - in front anew from the solution");
        CHECK(contains(CatalogueFile{head + block("-    work();\n")}.failure(),
                       ":6: doubles: the solution's square.cl holds these lines 2 times"));
        CHECK(contains(CatalogueFile{head + block("-    work();\n")}.failure(), "add context"));
        CHECK(contains(CatalogueFile{head + block("-    wait();\n") +
                                     block(" {\n     start();\n+    a();\n") + block("-    start();\n")}
                           .failure(),
                       ":14: doubles: this block changes lines that another one does"));
    }

    TEST_CASE("what is no catalogue is refused, with the line and the remedy")
    {
        const std::string change = block("-    wait();\n");
        const std::vector<std::pair<std::string, std::string>> wrong{
            {"", ":1: a catalogue begins with its title"},
            {"# Title\n", ":2: no wrong solution stands here"},
            {"# Title\n## doubles\nAdds.\n" + change, ":2: a heading must say where"},
            {"# Title\n## Rejected by: tests, one\n", ":2: there is no stage 'tests'"},
            {"# Title\n## Rejected by: correct\n", ":2: the test case"},
            {"# Title\n## Rejected by: builds, one\n", ":2: what does not build"},
            {"# Title\n## Rejected by: builds\n\n" + change, ":4: under where it is rejected"},
            {"# Title\n## Rejected by: builds\n**doubles\n", ":3: this line belongs to no wrong solution"},
            {"# Title\n## Rejected by: builds\n**Two Words** Adds.\n",
             ":3: Two Words: a wrong solution's name is made of small letters"},
            {"# Title\n## Rejected by: builds\n**doubles**\n" + change,
             ":3: doubles: a sentence must say what goes wrong"},
            {head + change + "\n" + head.substr(head.find("**")) + change,
             ":10: doubles: line 5 has a wrong solution of this name already"},
            {head, ":5: doubles: no block tells how it differs"},
            {head + "\n-    wait();\n", ":7: doubles: this line stands outside of a block"},
            {head + block("-    wait();\n", "python"), ":6: doubles: '```python' begins no block"},
            {head + block("-    wait();\n", "diff square.cl"), ":6: doubles: '```diff square.cl' begins no"},
            {head + "```diff\n-    wait();\n", ":6: doubles: this block is not closed"},
            {head + block("wait();\n"), ":7: doubles: a line of a diff begins with a space, - or +"},
            {head + block("+    wait();\n"), ":8: doubles: this block does not say where its lines belong"},
            {head + block("     wait();\n"), ":8: doubles: this block changes nothing"},
        };
        for (const auto& [text, message] : wrong) {
            const std::string failure = CatalogueFile{text}.failure();
            CAPTURE(text);
            CAPTURE(failure);
            CHECK(failure.starts_with(message));
        }
    }

    TEST_CASE("the blocks for a wrong file make it of the solution")
    {
        std::string wrong = solution;
        wrong.erase(wrong.rfind("    work();\n"), 12);
        wrong.replace(wrong.find("x[i] * x[i]"), 11, "x[i] + x[i]");
        const ScratchFolder scratch;
        std::ofstream{scratch.path() / "square.cl"} << solution;
        std::ofstream{scratch.path() / "wrong.cl"} << wrong;
        const std::string blocks =
            change_blocks(scratch.path() / "square.cl", scratch.path() / "wrong.cl", "cl");
        CHECK(contains(blocks, "```diff\n"));
        CHECK(CatalogueFile{head + blocks}.applied() == wrong);
        std::ofstream{scratch.path() / "wrong.cl"} << "kernel void square()\n{\n}\n";
        CHECK(change_blocks(scratch.path() / "square.cl", scratch.path() / "wrong.cl", "cl") ==
              block("kernel void square()\n{\n}\n", "cl"));
        CHECK_THROWS_AS(change_blocks(scratch.path() / "square.cl", scratch.path() / "square.cl", "cl"),
                        Failure);
    }
}
