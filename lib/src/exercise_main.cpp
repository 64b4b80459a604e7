// main() of every exercise's test program, and the listener that writes the report.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS // a crash ends the program at once; the tool that runs it tells the reader
#include <doctest/doctest.h>

#include "exercise_report.hpp"
#include "lockstep/error.hpp"
#include "lockstep/run.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace lockstep
{

namespace
{

constexpr int build_failure_status = 3;
constexpr int no_device_status = 4;
constexpr const char* lens_case = "LOCKSTEP_LENS_CASE"; // tells the lens's plugin whose launches it counts

std::string stage()
{
    const char* value = std::getenv("LOCKSTEP_STAGE");
    return value != nullptr ? value : "correct";
}

std::string running; // the name of the test case

// Cases that the filters of a run let through.
unsigned cases_chosen = 0;

/// Appends to the report; every line is on disk before the next test step, so a crash loses nothing.
void report(const nlohmann::json& event)
{
    static std::ofstream stream{
        std::getenv("LOCKSTEP_REPORT") != nullptr ? std::getenv("LOCKSTEP_REPORT") : "", std::ios::app};
    if (stream.is_open())
        stream << event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

struct Reporter : doctest::IReporter
{
    explicit Reporter(const doctest::ContextOptions&) {}

    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override { report({{"event", "run"}}); }
    void test_run_end(const doctest::TestRunStats& stats) override
    {
        cases_chosen = stats.numTestCasesPassingFilters;
        if (cases_chosen > 0) report({{"event", "end"}, {"cases", cases_chosen}});
    }
    void test_case_start(const doctest::TestCaseData& data) override
    {
        messages_.clear();
        running = data.m_name;
        if (stage() == "lens") setenv(lens_case, running.c_str(), 1);
        report({{"event", "case"}, {"name", running}});
        std::fprintf(stderr, "[lockstep] case: %s\n",
                     running.c_str()); // tells whose launches Oclgrind's messages are
    }
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats& stats) override
    {
        report({{"event", "verdict"},
                {"name", running},
                {"failed", stats.failure_flags != doctest::TestCaseFailureReason::None},
                {"messages", messages_}});
        running.clear();
        unsetenv(lens_case);
    }
    void test_case_exception(const doctest::TestCaseException& exception) override
    {
        add(exception.is_crash ? std::string{"crashed: "} + exception.error_string.c_str()
                               : std::string{exception.error_string.c_str()});
    }
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData& data) override
    {
        if (!data.m_failed) return;
        std::string text = data.m_threw ? std::string{"threw: "} + data.m_exception.c_str()
                                        : std::string{data.m_expr} + " is false: " + data.m_decomp.c_str();
        add(text + contexts());
    }
    void log_message(const doctest::MessageData& data) override { add(data.m_string.c_str() + contexts()); }
    void test_case_skipped(const doctest::TestCaseData&) override {}

private:
    // What INFO and CAPTURE have in force, in parentheses.
    static std::string contexts()
    {
        std::string text;
        const int count = doctest::IReporter::get_num_active_contexts();
        for (int i = 0; i < count; ++i) {
            std::ostringstream context;
            doctest::IReporter::get_active_contexts()[i]->stringify(&context);
            text += (i == 0 ? " (" : ", ") + context.str();
        }
        return text.empty() ? text : text + ")";
    }

    void add(const std::string& text)
    {
        constexpr std::size_t most = 5; // a loop that fails a thousand times is told five times
        if (messages_.size() < most) messages_.push_back(text);
    }

    std::vector<std::string> messages_;
};

REGISTER_LISTENER("lockstep", 1, Reporter);

REGISTER_EXCEPTION_TRANSLATOR(cl::Error& error)
{
    return doctest::String{describe(error).c_str()};
}

} // namespace

const std::string& running_case()
{
    return running;
}

void report_build_failure_and_exit(const std::string& message)
{
    report({{"event", "builds"}, {"message", message}});
    std::fprintf(stderr, "%s\n", message.c_str());
    std::_Exit(build_failure_status);
}

void report_no_device_and_exit(const std::string& message)
{
    report({{"event", "device"}, {"message", message}});
    std::fprintf(stderr, "%s\n", message.c_str());
    std::_Exit(no_device_status);
}

} // namespace lockstep

int main(int argc, char** argv)
{
    doctest::Context context{argc, argv};
    if (lockstep::stage() == "lens") context.addFilter("test-suite", "lens");
    if (lockstep::stage() == "clean") context.addFilter("test-suite-exclude", "lens");
    const int status = context.run();
    if (lockstep::cases_chosen > 0 || lockstep::stage() != "clean") return status;
    doctest::Context everything{argc, argv}; // there is no other case than those of the suite
    return everything.run();
}
