// Tests of the exercises' harness: a test program over misbehaving kernels is run, and its report read.
#include "base/process.hpp"
#include "check/engine.hpp"
#include "check/test_report.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

using lockstep::contains;
using lockstep::ScratchFolder;
using namespace lockstep::tool;

namespace
{

struct Outcome
{
    ProcessResult process;
    TestReport report;

    /// Why the only case that ran failed; empty when it passed.
    std::string message() const
    {
        REQUIRE(report.cases.size() == 1);
        const CaseVerdict& verdict = report.cases.front();
        CHECK(verdict.failed == !verdict.messages.empty());
        return verdict.messages.empty() ? "" : verdict.messages.front();
    }
};

Outcome run_case(const std::string& name)
{
    const ScratchFolder scratch;
    Command command{.arguments = {HARNESS_DOUBLE, "--no-colors", "--test-case=" + name},
                    .environment = {{"LOCKSTEP_EXERCISE_FILES", HARNESS_FILES},
                                    {"LOCKSTEP_REPORT", (scratch.path() / "report").string()}}};
    Outcome outcome;
    outcome.process = run_process(command, ProcessLimits{});
    outcome.report = read_test_report(scratch.path() / "report");
    return outcome;
}

} // namespace

TEST_SUITE("exercise")
{
    TEST_CASE("a right kernel passes, and the report says that the program reached its end")
    {
        const Outcome outcome = run_case("a kernel that does as told");
        CHECK(outcome.message() == "");
        CHECK(outcome.report.ended);
        CHECK(outcome.process.status == 0);
    }

    TEST_CASE("a write one element before a buffer is seen and named")
    {
        CHECK(contains(run_case("a write one before the first element").message(),
                       "The kernel wrote outside of y: at y[-1], but y has 40 elements."));
    }

    TEST_CASE("a write one element after a buffer is seen and named")
    {
        const Outcome outcome = run_case("a write one after the last element");
        CHECK(contains(outcome.message(), "The kernel wrote outside of y: at y[40], but y has 40 elements."));
        CHECK(outcome.process.status == 1);
    }

    TEST_CASE("an element that was never written is named with its work-item and group")
    {
        CHECK(run_case("an element left out").message() ==
              "NDRange 40 in work-groups of 8: y[21] was never written: it still holds the poison from "
              "before the "
              "launch; expected 1; work-item (21), group (2), local (5). 1 of 40 elements is wrong.");
    }

    TEST_CASE("a group size that the runtime chose is not made up")
    {
        const std::string message = run_case("an element left out by a group of any size").message();
        CHECK(message.starts_with("NDRange 40 in work-groups of whatever size the runtime chose: y[21]"));
        CHECK(contains(message, "; work-item (21). 1 of 40"));
    }

    TEST_CASE("a picture's wrong row is told by row, column and work-item")
    {
        CHECK(run_case("a wrong row of a picture").message() ==
              "NDRange 6 × 4 in work-groups of 3 × 2: image[row 2][column 0]: expected 5, got 6 (off by 1); "
              "work-item "
              "(0, 2), group (0, 1), local (0, 0). 6 of 24 elements are wrong.");
    }

    TEST_CASE("an input keeps its contents until a kernel changes them")
    {
        CHECK(contains(run_case("an input that was written to").message(), "x[0]: expected "));
    }

    TEST_CASE("a value that a test put into a buffer is told as what was there, not as a result")
    {
        CHECK(contains(run_case("an element that must stay is written").message(),
                       "y[0] must stay as it was before the launch, 7, and is 1; work-item (0). 40 of 40"));
    }

    TEST_CASE("a launch covers its elements in whole groups, and of an output its part alone is written")
    {
        CHECK(run_case("a launch of whole groups of a part").message() == "");
        CHECK(run_case("a launch of a part that writes beyond it").message() ==
              "NDRange 16 in work-groups of 8: The kernel wrote to y[16], which it must leave as it was: "
              "no work-item of this launch has to write there.");
    }

    TEST_CASE("the sizes to test with are as the design asks")
    {
        CHECK(run_case("sizes are tiny*").message() == "");
    }

    TEST_CASE("another argument list than the exercise's is a failure to build that shows both")
    {
        const Outcome outcome = run_case("another argument list");
        REQUIRE(outcome.report.build_failure);
        CHECK(contains(*outcome.report.build_failure,
                       "The kernel 'good' takes (global float*, uint); the exercise "
                       "passes (global float*, int, local float*)."));
        CHECK(outcome.process.status == 3);
        CHECK_FALSE(outcome.report.ended);
    }

    TEST_CASE("images come back as they were, and kernels may be told another size of them")
    {
        CHECK(run_case("images of one and of sixteen bytes a pixel").message() == "");
        CHECK(run_case("an image with a rim").message() == "");
    }

    TEST_CASE("a pixel that is wrong is told by its place, and one that nobody wrote as such")
    {
        CHECK(run_case("a pixel that differs").message() ==
              "out, pixel (0, 2), channel 1: expected 7, got 9. 1 of 24 values is wrong.");
        CHECK(run_case("an image that nobody wrote to").message() ==
              "out, pixel (0, 0), channel 0, was never written; expected 0.5. 60 of 60 values are wrong.");
    }

    TEST_CASE("an image with another access than the exercise's is a failure to build")
    {
        const Outcome outcome = run_case("another access than the exercise's");
        REQUIRE(outcome.report.build_failure);
        CHECK(contains(
            *outcome.report.build_failure,
            "The kernel 'copy_image' takes (read_only image2d_t, write_only image2d_t); the exercise "
            "passes (read_only image2d_t, read_only image2d_t)."));
    }

    TEST_CASE("another name than the exercise's is a failure to build that lists the kernels")
    {
        const Outcome outcome = run_case("another name");
        REQUIRE(outcome.report.build_failure);
        CHECK(contains(*outcome.report.build_failure, "There is no kernel called 'absent'"));
        CHECK(contains(*outcome.report.build_failure, "skips_one"));
    }

    TEST_CASE("const, restrict and long spellings of a type do not make another argument list")
    {
        const Outcome outcome = run_case("every kind of parameter");
        CHECK(outcome.message() == "");
        CHECK_FALSE(outcome.report.build_failure);
    }

    TEST_CASE("typedefs, and types of standard C, do not make another argument list")
    {
        const Outcome outcome = run_case("types by other names");
        CAPTURE(outcome.report.build_failure.value_or(""));
        CHECK(outcome.message() == "");
    }

    TEST_CASE("another type is refused, whatever it is called")
    {
        for (const char* name :
             {"int for uint", "float for int behind a pointer", "a macro by a type's name"}) {
            CAPTURE(name);
            const Outcome outcome = run_case(name);
            REQUIRE(outcome.report.build_failure);
            CHECK(contains(*outcome.report.build_failure, "The kernel 'other_types' takes ("));
            CHECK_FALSE(outcome.report.ended);
        }
    }

    TEST_CASE("one thing is told in the singular")
    {
        CHECK(run_case("one of several things").message() ==
              "there are 1 work-item in 1 work-group of 11 elements");
    }

    TEST_CASE("an OpenCL error in a test is told in words")
    {
        CHECK(contains(run_case("an OpenCL error").message(), "CL_INVALID_ARG_INDEX (-49)"));
    }

    TEST_CASE("a failed assertion is told with the values around it")
    {
        const std::string message = run_case("an assertion with a captured value").message();
        CHECK(contains(message, "size == 38 is false: 37 == 38"));
        CHECK(contains(message, "size := 37"));
    }
}
