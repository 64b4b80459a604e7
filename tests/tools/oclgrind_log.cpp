// Tests of reading Oclgrind's messages: logs/*.log were written by Oclgrind 21.10 over kernels with one bug each.
#include "base/oclgrind_log.hpp"
#include "base/oclgrind_version.hpp"
#include "base/pocket_log.hpp"

#include "lockstep/program.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tool;

namespace
{

std::vector<CheckerProblem> problems_in(const std::string& log)
{
    return parse_oclgrind_log(
        lockstep::read_text(std::filesystem::path{TEST_FILES} / "logs" / (log + ".log")));
}

} // namespace

TEST_SUITE("oclgrind_log")
{
    TEST_CASE("a data race is told once, with its place, its kernel and how often")
    {
        const auto problems = problems_in("data-race");
        REQUIRE(problems.size() == 1);
        CHECK(problems[0].what == "Write-write data race at global memory");
        CHECK(problems[0].test_case == "race");
        CHECK(problems[0].kernel == "race");
        CHECK(problems[0].entity == "Global(1,0,0) Local(1,0,0) Group(0,0,0)");
        CHECK(problems[0].line == 1);
        CHECK(problems[0].source == "kernel void race(global int* out) { out[0] = get_global_id(0); }");
        CHECK(problems[0].times == 3);
    }

    TEST_CASE("lines of a test's own are no place, and the file's are quoted by its numbers")
    {
        // Oclgrind 21.10, of an atomic_inc within a function of the test's, and a plain write in the file behind "#line 1".
        auto problems = parse_oclgrind_log("Read-write data race at global memory address 0x1000000000000\n"
                                           "\tKernel: k\n\n"
                                           "\tFirst entity:  Global(1,0,0) Local(1,0,0) Group(0,0,0)\n"
                                           "\tAt line 1000001 (column 84) of input.cl:\n"
                                           "\t  (source not available)\n\n"
                                           "\tSecond entity: Global(0,0,0) Local(0,0,0) Group(0,0,0)\n"
                                           "\tAt line 4 (column 12) of input.cl:\n"
                                           "\t  kernel void k(global uint* out)\n");
        REQUIRE(problems.size() == 1);
        CHECK(problems[0].line == 4);
        quote_lines(problems,
                    "kernel void k(global uint* out)\n{\n    atomic_inc(out);\n    out[0] = 2;\n}\n");
        CHECK(explain(problems[0], "k.cl") ==
              "k.cl:4: Read-write data race at global memory in kernel 'k', "
              "work-item Global(0,0,0) Local(0,0,0) Group(0,0,0): out[0] = 2;");
    }

    TEST_CASE("an invalid write is told with its work-item and its line")
    {
        const auto problems = problems_in("invalid-write");
        REQUIRE(problems.size() == 1);
        CHECK(explain(problems[0], "saxpy.cl") ==
              "saxpy.cl:4: Invalid write of size 4 at global memory in kernel 'oob', work-item Global(0,0,0) "
              "Local(0,0,0) Group(0,0,0), 3 times: out[n + get_global_id(0)] = 1;");
    }

    TEST_CASE("an invalid read, and the uninitialised value it brings, are two problems")
    {
        const auto problems = problems_in("invalid-read");
        REQUIRE(problems.size() == 2);
        CHECK(problems[0].what == "Invalid read of size 4 at global memory");
        CHECK(problems[0].line == 8);
        CHECK(problems[1].what == "Uninitialized value written to global memory");
    }

    TEST_CASE("an uninitialised value is recognised, and a branch that depends on one")
    {
        const auto written = problems_in("uninitialized");
        REQUIRE(written.size() == 1);
        CHECK(written[0].what == "Uninitialized value written to global memory");
        CHECK(written[0].line == 14);
        const auto branch = problems_in("controlflow");
        REQUIRE(branch.size() == 1);
        CHECK(branch[0].what == "Controlflow depends on uninitialized value");
        CHECK(branch[0].line == 12);
        CHECK(branch[0].times == 3);
    }

    TEST_CASE("a barrier that only some work-items reach is recognised")
    {
        const auto problems = problems_in("divergence-count");
        REQUIRE(problems.size() == 1);
        CHECK(problems[0].what == "Work-group divergence detected (barrier)");
        CHECK(problems[0].kernel == "divergent");
        CHECK(problems[0].line == 19);
        CHECK(problems[0].source == "barrier(CLK_LOCAL_MEM_FENCE);");
        CHECK(problems[0].times == 2);
    }

    TEST_CASE("two barriers reached by different work-items are recognised, at the one that was reached late")
    {
        const auto problems = problems_in("divergence-two-barriers");
        REQUIRE(problems.size() == 1);
        CHECK(problems[0].what == "Work-group divergence detected (barrier)");
        CHECK(problems[0].line == 27);
        CHECK(problems[0].entity == "Global(2,0,0) Local(2,0,0) Group(0,0,0)");
    }

    TEST_CASE("an index beyond an array in local memory is recognised")
    {
        const auto problems = problems_in("local-array");
        REQUIRE(problems.size() == 3);
        CHECK(problems[0].what == "Invalid write of size 4 at local memory");
        CHECK(problems[1].what == "An index exceeds static array size (4)");
    }

    TEST_CASE(
        "an index that stays in the array's memory but leaves its row is recognised, once for all indices")
    {
        const auto problems = problems_in("static-array");
        REQUIRE(problems.size() == 1);
        CHECK(problems[0].what == "An index exceeds static array size (4)");
        CHECK(problems[0].line == 6);
        CHECK(problems[0].times == 3);
    }

    TEST_CASE("what Oclgrind itself cannot do is told with its reason")
    {
        const auto problems = problems_in("fatal");
        REQUIRE(problems.size() == 1);
        CHECK(explain(problems[0], "a.cl") == "Oclgrind cannot go on: Undefined external function: missing");
    }

    TEST_CASE("the same line in two test cases is two problems, and a case without any is none")
    {
        const std::string message =
            "Invalid read of size 4 at global memory address 0x10\n\tKernel: k\n"
            "\tEntity: Global(0,0,0)\n\tAt line 3 (column 1) of input.cl:\n\t  a = b;\n";
        const auto problems =
            parse_oclgrind_log("[lockstep] case: one\n" + message + "[lockstep] case: two\n" +
                               "[lockstep] case: three\n" + message + message);
        REQUIRE(problems.size() == 2);
        CHECK(problems[0].test_case == "one");
        CHECK(problems[1].test_case == "three");
        CHECK(problems[1].times == 2);
    }

    TEST_CASE("what is not Oclgrind's is not a problem")
    {
        CHECK(parse_oclgrind_log("").empty());
        CHECK(parse_oclgrind_log("[lockstep] case: one\nhello\nAt line 3 (column 1) of input.cl:\n").empty());
        CHECK(parse_oclgrind_log("Oclgrind: 200 errors generated - suppressing further errors\n").empty());
        CHECK(parse_oclgrind_log(std::string(1U << 20U, 'x')).empty());
    }

    TEST_CASE("what Pocket found is told whole: the sentence, the lines, and why")
    {
        const std::string finding = "Pocket: turn, line 4: a race on t[1]: work-item (0) reads it, work-item "
                                    "(1) writes it in line 3, "
                                    "and nothing says who comes first (3 times more)\n"
                                    "    3 | t[l] = l;\n    4 | a[l] = t[l ^ 1];\n    write "
                                    "barrier(CLK_LOCAL_MEM_FENCE); between line 3 "
                                    "and line 4\n    (later launches find it silently)\n";
        const auto problems = parse_pocket_log("[lockstep] case: one\n" + finding + "hello\n    not of it\n");
        REQUIRE(problems.size() == 1);
        CHECK(without_findings("mine\n" + finding + "hello\n    mine, too\n") ==
              "mine\nhello\n    mine, too\n");
        CHECK(problems[0].test_case == "one");
        CHECK(pocket_finding_of(problems[0]) == lockstep::formats::Finding::race);
        CHECK(explain(problems[0], "a.cl") ==
              "a.cl:4: a race on t[1]: work-item (0) reads it, work-item (1) writes it in line 3, and "
              "nothing says "
              "who comes first (3 times more)\n3 | t[l] = l;\n4 | a[l] = t[l ^ 1];\n"
              "write barrier(CLK_LOCAL_MEM_FENCE); between line 3 and line 4");
        // A line of the test's own is nobody's to look at.
        const auto own =
            parse_pocket_log("Pocket: look, line 1000003: this reads a[4], and `a` has 4 elements, 0 to 3 "
                             "(work-item (4))\n    1000003 | x = a[4];\n");
        REQUIRE(own.size() == 1);
        CHECK(explain(own[0], "a.cl") ==
              "this reads a[4], and `a` has 4 elements, 0 to 3 (work-item (4)) in kernel 'look'");
    }

    TEST_CASE("the release of a version is its year and month")
    {
        CHECK(oclgrind_release("21.10") == "21.10");
        CHECK(oclgrind_release("26.03.1") == "26.03");
        CHECK(oclgrind_release("26") == "26");
        CHECK(oclgrind_release("").empty());
        CHECK(oclgrind_version("/nowhere/oclgrind").empty());
    }
}
