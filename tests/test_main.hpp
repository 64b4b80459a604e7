// main() of a test program whose suites CTest runs one by one: a filter that matches no test is a failure.
#pragma once

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

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

int run_tests(int argc, char** argv)
{
    doctest::Context context{argc, argv};
    const int status = context.run();
    if (status == 0 && cases_run == 0 && !context.shouldExit()) {
        std::fputs("No test case has that name.\n", stderr);
        return 1;
    }
    return status;
}

} // namespace
