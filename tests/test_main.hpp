// main() of a test program whose suites CTest runs one by one: a filter that matches no test is a failure. A suite whose
// CTest test names programs in LOCKSTEP_TEST_NEEDS is skipped where one of them is missing.
#pragma once

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace
{

unsigned cases_run = 0;

struct CaseCounter : doctest::IReporter
{
    explicit CaseCounter(const doctest::ContextOptions&) {}

    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats&) override {}
    void test_case_start(const doctest::TestCaseData&) override { ++cases_run; }
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};

REGISTER_LISTENER("counter", 1, CaseCounter);

constexpr int skipped_status = 77;

// The first of the programs named in LOCKSTEP_TEST_NEEDS that is not on PATH; empty when all are.
std::string missing_program()
{
    const char* const needs = std::getenv("LOCKSTEP_TEST_NEEDS");
    std::istringstream programs{needs != nullptr ? needs : ""};
    for (std::string program; programs >> program;)
        if (std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) != 0) return program;
    return "";
}

int run_tests(int argc, char** argv)
{
    if (const std::string missing = missing_program(); !missing.empty()) {
        std::printf("Skipped: %s is not installed. Type: ./lockstep doctor\n", missing.c_str());
        return skipped_status;
    }
    doctest::Context context{argc, argv};
    const int status = context.run();
    if (status == 0 && cases_run == 0 && !context.shouldExit()) {
        std::fputs("No test case has that name.\n", stderr);
        return 1;
    }
    return status;
}

} // namespace
