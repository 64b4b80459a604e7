// Tests of `lockstep bench`: wrong usage is refused before anything is measured. What it measures is bench.runner's to test.
#include "fixture.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

ProcessResult bench(std::vector<std::string> words)
{
    Command command{.arguments = {LOCKSTEP_PROGRAM, "bench"}, .environment = {}, .folder = {}};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    return run_process(command, ProcessLimits{});
}

} // namespace

TEST_SUITE("bench")
{
    TEST_CASE("a ladder, case or rung that does not exist is answered with those that do")
    {
        const ProcessResult ladder = bench({"snake", "--verify"});
        CHECK(ladder.status == 2);
        CHECK(contains(ladder.error, "first_ladder, reduction, histogram, scan, transpose"));
        const ProcessResult input = bench({"histogram", "--case", "sky", "--verify"});
        CHECK(input.status == 2);
        CHECK(contains(input.error, "random, constant"));
        const ProcessResult rung = bench({"transpose", "--rung", "ninth", "--verify"});
        CHECK(rung.status == 2);
        CHECK(contains(rung.error, "padded"));
    }

    TEST_CASE("a file that cannot be read or written is refused before anything is measured")
    {
        const ProcessResult kernels = bench({"scan", "--file", "nowhere.cl"});
        CHECK(kernels.status == 2);
        CHECK(contains(kernels.error, "nowhere.cl"));
        const ProcessResult results = bench({"scan", "--json", "/nowhere/results.json"});
        CHECK(results.status == 2);
        CHECK(contains(results.error, "/nowhere/results.json cannot be written"));
        CHECK(results.output.empty());
        CHECK(results.seconds < 10);
    }

    TEST_CASE("the runner's own options and help are reached through the command")
    {
        const ProcessResult help = bench({"--help"});
        CHECK(help.status == 0);
        CHECK(contains(help.output, "--quick"));
        CHECK(bench({"--nonsense"}).status != 0);
        CHECK(contains(bench({"--list"}).output, "\"chapter\":\"20-transpose\""));
    }

    TEST_CASE("the lens refuses options that mean nothing to it")
    {
        const ProcessResult result = bench({"--lens", "--quick"});
        CHECK(result.status == 2);
        CHECK(contains(result.error, "'--quick' means nothing to --lens"));
    }
}
