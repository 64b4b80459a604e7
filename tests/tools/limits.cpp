// Tests of `lockstep check` over programs that do not end, crash, take everything, or lie.
#include "fixture.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

std::string message_of_failed_correct(const nlohmann::json& entry)
{
    CHECK(entry["passed"] == false);
    const nlohmann::json correct = stage(entry, "correct");
    CHECK(correct["status"] == "failed");
    return correct["message"];
}

} // namespace

TEST_SUITE("limits")
{
    TEST_CASE("a kernel that never ends is stopped, and told so")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    volatile uint i = 0;\n    while (i < 2)\n        i = i & 1;\n    y[0] = 1;\n}\n");
        const nlohmann::json entry = fixture.verdict({"--time-limit", "2"});
        const std::string message = message_of_failed_correct(entry);
        CHECK(contains(message, "Your kernel did not finish within 2 s."));
        CHECK(contains(message, "(in \"saxpy scales and adds\")"));
        CHECK(stage(entry, "clean")["status"] == "not-checked"); // it would not end there either
        CHECK(stage(entry, "clean")["message"] == "the stage correct did not end");
    }

    TEST_CASE("of a kernel that ended in other cases, no loop that never ends is supposed")
    {
        const Fixture fixture;
        fixture.kernel(
            "kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
            "    const uint i = get_global_id(0);\n    volatile uint k = n;\n"
            "    while (k == 37)\n        k = k;\n    if (i < n) y[i] = alpha * x[i] + y[i];\n}\n");
        const std::string message = message_of_failed_correct(fixture.verdict({"--time-limit", "2"}));
        CHECK(contains(message,
                       "Your kernel did not finish within 2 s. Cases before this one ended: look for a loop "
                       "that has no end with this one's data, or for work-items that each do the work of "
                       "all. (in \""));
    }

    TEST_CASE("a kernel that crashes is told so, with the test that ran")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n{\n"
                       "    y[((ulong)1 << 44) + get_global_id(0)] = 1;\n}\n");
        const std::string message = message_of_failed_correct(fixture.verdict());
        if (!fixture.environment().at("LOCKSTEP_DEVICE").empty()) // on a CPU
            CHECK(contains(message, "Your kernel crashed: it touched memory that is not its own"));
        CHECK(contains(message, "saxpy scales and adds"));
    }

    TEST_CASE("a program that takes too much memory is stopped, and told so")
    {
        Fixture fixture;
        fixture.replace_test_program("dd if=/dev/zero of=/dev/null bs=400M count=1000");
        CHECK(contains(message_of_failed_correct(fixture.verdict({"--memory-limit", "100"})),
                       "Your kernel used more than 100 MiB of memory and was stopped."));
    }

    TEST_CASE("a program that ends well without a report is not believed")
    {
        Fixture fixture;
        fixture.replace_test_program("echo Aborting for no reason. >&2; exit 0");
        CHECK(message_of_failed_correct(fixture.verdict()) ==
              "Your kernel ended the test program before its tests were through (exit status 0).\n"
              "Aborting for no reason.");
    }

    TEST_CASE("a report that the harness did not write is not believed")
    {
        Fixture fixture;
        fixture.replace_test_program(R"(echo '{"event":"run","cases":["one"]}
{"event":"verdict","name":"one","failed":false,"messages":[]}
{"event":"end","cases":1}' > "$LOCKSTEP_REPORT")");
        CHECK(contains(message_of_failed_correct(fixture.verdict()),
                       "Your kernel ended the test program before its tests were through"));
    }

    TEST_CASE("a program that floods its output is stopped at the time limit")
    {
        Fixture fixture;
        fixture.replace_test_program("yes & yes >&2");
        CHECK(contains(message_of_failed_correct(fixture.verdict({"--time-limit", "0.5"})),
                       "did not finish within 0.5 s"));
    }

    TEST_CASE("Ctrl-C ends the program, everything it started, and removes its scratch folders")
    {
        Fixture fixture;
        fixture.replace_test_program("echo $$ > parent; sleep 1000 & echo $! > new; mv new child; wait");
        fixture.write("tmp/empty", "");
        Command command{
            .arguments = {"sh", "-c",
                          "\"$0\" check 3/2 & program=$!; until [ -e child ]; do sleep 0.1; done; "
                          "kill -INT $program; wait $program; echo status $?; ls tmp",
                          LOCKSTEP_PROGRAM},
            .environment = fixture.environment(),
            .folder = fixture.root()};
        command.environment["TMPDIR"] = (fixture.root() / "tmp").string();
        const ProcessResult result = run_process(command, ProcessLimits{});
        CHECK(result.output == "status 130\nempty\n");
        CHECK(contains(result.error, "Interrupted"));
        CHECK(has_ended(pid_in(fixture.root() / "parent")));
        CHECK(has_ended(pid_in(fixture.root() / "child")));
    }
}
