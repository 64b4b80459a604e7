// Tests of the wrapper around main: which exception ends with which status and message.
#include "lockstep/run.hpp"

#include "lockstep/error.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <stdexcept>
#include <unistd.h>

using namespace lockstep;

namespace
{

struct Outcome
{
    int status = 0;
    std::string said; ///< on standard error
};

Outcome outcome_of(const std::function<void()>& program)
{
    std::FILE* file = std::tmpfile();
    REQUIRE(file != nullptr);
    std::fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    Outcome outcome{.status = run(program), .said = {}};
    std::fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    std::rewind(file);
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) outcome.said += static_cast<char>(c);
    std::fclose(file);
    return outcome;
}

} // namespace

TEST_SUITE("run")
{
    TEST_CASE("a program that returns ends with status 0 and says nothing")
    {
        bool called = false;
        const Outcome outcome = outcome_of([&] { called = true; });
        CHECK(called);
        CHECK(outcome.status == 0);
        CHECK(outcome.said.empty());
    }

    TEST_CASE("an OpenCL error ends with status 1 and its full description")
    {
        const cl::Error error{CL_INVALID_WORK_GROUP_SIZE, "clEnqueueNDRangeKernel"};
        const Outcome outcome = outcome_of([&] { throw error; });
        CHECK(outcome.status == 1);
        CHECK(outcome.said == describe(error) + "\n");
    }

    TEST_CASE("a missing piece ends with status 2, its message and its advice")
    {
        const Outcome outcome = outcome_of([] { throw Failure("The lamp is out.", "another lamp"); });
        CHECK(outcome.status == 2);
        CHECK(outcome.said == "The lamp is out.\n  try: another lamp\n");
    }

    TEST_CASE("what the device lacks ends with the status of a test that is skipped")
    {
        const Outcome outcome =
            outcome_of([] { throw Missing("The device has no lamp.", "another device"); });
        CHECK(outcome.status == 77);
        CHECK(outcome.said == "The device has no lamp.\n  try: another device\n");
    }

    TEST_CASE("any other exception ends with status 1 and its text")
    {
        const Outcome outcome = outcome_of([] { throw std::out_of_range("index 7"); });
        CHECK(outcome.status == 1);
        CHECK(outcome.said == "The program stopped: index 7\n");
    }
}
