// Tests of reading a test program's report, whole and cut short.
#include "check/test_report.hpp"

#include "check/engine.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/seal.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace lockstep;
using namespace lockstep::tool;

namespace
{

constexpr Key key{0x0123456789ABCDEFU, 42};

// The lines, each behind the seal of its place.
std::string sealed(const std::vector<std::string>& lines)
{
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) text += seal(key, i, lines[i]) + " " + lines[i] + "\n";
    return text;
}

TestReport report_of(const std::string& text)
{
    const ScratchFolder scratch;
    write_text(scratch.path() / "report", text);
    return read_test_report(scratch.path() / "report", key);
}

const std::vector<std::string> whole{R"({"event":"run","cases":["one","two"]})",
                                     R"({"event":"case","name":"one"})",
                                     R"({"event":"verdict","name":"one","failed":false,"messages":[]})",
                                     R"({"event":"case","name":"two"})",
                                     R"({"event":"verdict","name":"two","failed":false,"messages":[]})",
                                     R"({"event":"end","cases":2})"};

} // namespace

TEST_SUITE("test_report")
{
    TEST_CASE("a whole report tells every case's verdict and that the end was reached")
    {
        std::vector<std::string> lines = whole;
        lines[4] =
            R"({"event":"verdict","name":"two","failed":true,"messages":["y[0] is wrong","y[1] too"]})";
        const TestReport report = report_of(sealed(lines));
        CHECK(report.ended);
        CHECK(report.complete());
        CHECK(report.running.empty());
        REQUIRE(report.cases.size() == 2);
        CHECK_FALSE(report.cases[0].failed);
        CHECK(report.cases[0].skipped.empty());
        CHECK(report.cases[1].failed);
        CHECK(report.cases[1].name == "two");
        CHECK(report.cases[1].messages == std::vector<std::string>{"y[0] is wrong", "y[1] too"});
        CHECK_FALSE(report.build_failure);
    }

    TEST_CASE("a report cut short by a crash names the case that was running, and has no end")
    {
        const TestReport report =
            report_of(sealed({whole[0], whole[1]}) + "0123456789abcdef {\"event\":\"verd");
        CHECK_FALSE(report.ended);
        CHECK_FALSE(report.complete());
        CHECK(report.running == "one");
        CHECK(report.cases.empty());
    }

    TEST_CASE("files that do not build are told with the compiler's words")
    {
        const TestReport report = report_of(sealed({R"({"event":"builds","message":"a.cl:3: no"})"}));
        CHECK(report.build_failure == "a.cl:3: no");
    }

    TEST_CASE("a report without seals, or with those of another key, is as good as none")
    {
        std::string bare;
        for (const std::string& line : whole) bare += line + "\n";
        CHECK(report_of(bare).cases.empty());
        const ScratchFolder scratch;
        write_text(scratch.path() / "report", sealed(whole));
        const TestReport report = read_test_report(scratch.path() / "report", {key.first, key.second + 1});
        CHECK(report.cases.empty());
        CHECK_FALSE(report.ended);
    }

    TEST_CASE("a line that is left out, repeated, moved or changed ends what is believed")
    {
        const std::vector<std::string> lines = split_lines(sealed(whole));
        REQUIRE(lines.size() == 6);
        const auto joined = [](const std::vector<std::string>& some) {
            std::string text;
            for (const std::string& line : some) text += line + "\n";
            return text;
        };
        REQUIRE(report_of(joined(lines)).complete());
        CHECK_FALSE(report_of(joined({lines[0], lines[3], lines[4], lines[5]})).complete());
        CHECK_FALSE(
            report_of(joined({lines[0], lines[1], lines[2], lines[1], lines[2], lines[5]})).complete());
        CHECK_FALSE(
            report_of(joined({lines[0], lines[3], lines[4], lines[1], lines[2], lines[5]})).complete());
        CHECK_FALSE(report_of(replace_all(joined(lines), "two", "TWO")).complete());
    }

    TEST_CASE("a case without a verdict, one too many, or no case at all is not complete")
    {
        CHECK_FALSE(report_of(sealed({whole[0], whole[1], whole[2], whole[5]})).complete());
        CHECK_FALSE(report_of(sealed({whole[0], whole[2], whole[2], whole[4], whole[5]})).complete());
        CHECK_FALSE(
            report_of(sealed({R"({"event":"run","cases":[]})", R"({"event":"end","cases":0})"})).complete());
        CHECK_FALSE(report_of(sealed({whole[0], whole[2], whole[4], R"({"event":"end","cases":1})"})).ended);
    }

    TEST_CASE("lines that are not a report's are left out, and a verdict without one is a failure")
    {
        const TestReport report =
            report_of("hello\n[1,2]\n{}\n42\n" + sealed({R"({"event":"verdict","name":"one"})"}) + "more\n");
        REQUIRE(report.cases.size() == 1);
        CHECK(report.cases[0].failed);
        CHECK_FALSE(report.ended);
    }

    TEST_CASE("a seal depends on key, number and every letter, and is SipHash")
    {
        CHECK(seal(key, 0, "a") != seal(key, 1, "a"));
        CHECK(seal(key, 0, "a") != seal(key, 0, "b"));
        CHECK(seal(key, 0, "a") != seal({key.first, 43}, 0, "a"));
        // Computed by another implementation, which gives the authors' own vector.
        CHECK(seal(key, 0, "a") == "8376d3919dd79617");
        CHECK(key_of(to_text(key)) == key);
        CHECK(key_of("nonsense") == Key{});
        CHECK(random_key() != random_key());
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
            report_of(sealed({R"({"event":"verdict","name":7,"failed":"no","messages":3})", R"({"event":5})",
                              R"({"event":"end"})"}));
        CHECK(report.ended);
        for (const CaseVerdict& verdict : report.cases) CHECK(verdict.failed);
    }
}
