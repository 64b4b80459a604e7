// Tests of reading a test program's report, whole and cut short.
#include "check/test_report.hpp"

#include "check/engine.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

#include <fstream>

using lockstep::ScratchFolder;
using namespace lockstep::tool;

namespace
{

TestReport report_of(const std::string& text)
{
    const ScratchFolder scratch;
    std::ofstream{scratch.path() / "report"} << text;
    return read_test_report(scratch.path() / "report");
}

} // namespace

TEST_SUITE("test_report")
{
    TEST_CASE("a whole report tells every case's verdict and that the end was reached")
    {
        const TestReport report = report_of(R"({"event":"run"}
{"event":"case","name":"one"}
{"event":"verdict","name":"one","failed":false,"messages":[]}
{"event":"case","name":"two"}
{"event":"verdict","name":"two","failed":true,"messages":["y[0] is wrong","y[1] too"]}
{"event":"end","cases":2}
)");
        CHECK(report.ended);
        CHECK(report.running.empty());
        REQUIRE(report.cases.size() == 2);
        CHECK_FALSE(report.cases[0].failed);
        CHECK(report.cases[1].failed);
        CHECK(report.cases[1].name == "two");
        CHECK(report.cases[1].messages == std::vector<std::string>{"y[0] is wrong", "y[1] too"});
        CHECK_FALSE(report.build_failure);
    }

    TEST_CASE("a report cut short by a crash names the case that was running, and has no end")
    {
        const TestReport report = report_of("{\"event\":\"case\",\"name\":\"one\"}\n{\"event\":\"verd");
        CHECK_FALSE(report.ended);
        CHECK(report.running == "one");
        CHECK(report.cases.empty());
    }

    TEST_CASE("files that do not build are told with the compiler's words")
    {
        const TestReport report = report_of("{\"event\":\"builds\",\"message\":\"a.cl:3: no\"}\n");
        CHECK(report.build_failure == "a.cl:3: no");
    }

    TEST_CASE("lines that are not a report's are left out, and a verdict without one is a failure")
    {
        const TestReport report =
            report_of("hello\n[1,2]\n{}\n42\n{\"event\":\"verdict\",\"name\":\"one\"}\n");
        REQUIRE(report.cases.size() == 1);
        CHECK(report.cases[0].failed);
        CHECK_FALSE(report.ended);
    }

    TEST_CASE("without a file nothing ran")
    {
        const TestReport report = read_test_report("/nowhere/report");
        CHECK_FALSE(report.ended);
        CHECK(report.cases.empty());
    }

    TEST_CASE("the wrong kind of value in a report is not believed, and does not stop the tool")
    {
        const TestReport report =
            report_of("{\"event\":\"verdict\",\"name\":7,\"failed\":\"no\",\"messages\":3}\n"
                      "{\"event\":5}\n{\"event\":\"end\"}\n");
        CHECK(report.ended);
        for (const CaseVerdict& verdict : report.cases) CHECK(verdict.failed);
    }
}
