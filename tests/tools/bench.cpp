// Tests of `lockstep bench`: wrong usage is refused before anything is measured. What it measures is bench.runner's to test.
#include "fixture.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

ProcessResult bench(std::vector<std::string> words)
{
    Command command{.arguments = {LOCKSTEP_PROGRAM, "bench"}};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    return run_process(command, ProcessLimits{});
}

} // namespace

TEST_SUITE("bench")
{
    TEST_CASE("a ladder, case or rung that does not exist is answered with those that do")
    {
        const ProcessResult ladder = bench({"verify", "snake"});
        CHECK(ladder.status == 2);
        CHECK(contains(ladder.error, "first_ladder, reduction, histogram, scan, transpose"));
        const ProcessResult input = bench({"verify", "histogram", "--case", "sky"});
        CHECK(input.status == 2);
        CHECK(contains(input.error, "random, constant"));
        const ProcessResult rung = bench({"verify", "transpose", "--rung", "ninth"});
        CHECK(rung.status == 2);
        CHECK(contains(rung.error, "padded"));
    }

    TEST_CASE("a file that cannot be read or written is refused before anything is measured")
    {
        const ProcessResult kernels = bench({"measure", "scan", "--file", "nowhere.cl"});
        CHECK(kernels.status == 2);
        CHECK(contains(kernels.error, "nowhere.cl"));
        const ProcessResult results = bench({"measure", "scan", "--json", "/nowhere/results.json"});
        CHECK(results.status == 2);
        CHECK(contains(results.error, "/nowhere/results.json cannot be written"));
        CHECK(results.output.empty());
        CHECK(results.seconds < 10);
    }

    TEST_CASE("help lists every command, and each of them explains all of its options")
    {
        const ProcessResult help = bench({"--help"});
        CHECK(help.status == 0);
        const std::map<std::string, std::vector<std::string>> commands{
            {"measure", {"--case", "--rung", "--file", "--budget", "--repeat", "--json", "--svg", "--quick"}},
            {"sizes", {"--case", "--budget", "--repeat", "--json", "--quick"}},
            {"share", {"file"}},
            {"verify", {"--case", "--rung", "--file"}},
            {"accuracy", {"--json", "--quick"}},
            {"list", {}},
            {"clean", {"ladder"}},
            {"count", {"--device", "--record", "--rung", "--check"}},
            {"forecast", {"--device", "--record", "--count"}},
            {"caches", {"--device", "--record"}}};
        for (const auto& [command, options] : commands) {
            CAPTURE(command);
            CHECK(contains(help.output, "\n  " + command + " "));
            const ProcessResult own = bench({command, "--help"});
            CHECK(own.status == 0);
            CHECK(contains(own.output, "lockstep bench " + command));
            for (const std::string& option : options) {
                CAPTURE(option);
                CHECK(contains(own.output, "  " + option));
            }
        }
        CHECK_FALSE(contains(help.output, "once"));
    }

    TEST_CASE("without a command it measures, and what is not understood is told with the help to read")
    {
        const ProcessResult ladder = bench({"snake"});
        CHECK(ladder.status == 2);
        CHECK(contains(ladder.error, "There is no ladder 'snake'"));
        const ProcessResult option = bench({"scan", "--verify"});
        CHECK(option.status == 2);
        CHECK(contains(option.error, "--verify\n  try: ./lockstep bench measure --help"));
        CHECK(bench({"count", "--record", "--check"}).status == 2);
        CHECK(bench({"clean", "--nonsense"}).status == 2);
        const ProcessResult before = bench({"scan", "verify"});
        CHECK(before.status == 2);
        CHECK(contains(before.error, "try: ./lockstep bench verify scan"));
        CHECK(contains(bench({"list"}).output, "\"chapter\":\"20-transpose\""));
    }
}
