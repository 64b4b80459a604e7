// main() of every exercise's test program, and the listener that writes the report.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS // a crash ends the program at once; the tool that runs it tells the reader
#include <doctest/doctest.h>

#include "exercise_report.hpp"
#include "handover.hpp"
#include "lockstep/error.hpp"
#include "lockstep/exercise.hpp"
#include "lockstep/random.hpp"
#include "lockstep/run.hpp"
#include "lockstep/seal.hpp"
#include "lockstep/text.hpp"

#include <dlfcn.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
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

/// Read where it is first needed, at the latest in main().
Handover& handover()
{
    static Handover& taken = *new Handover{at_start::take_over()};
    return taken;
}

std::string running; // the name of the test case

std::string
    trial_mark; // its number and a tabulator, before what the lens is told of a test case; empty: there are no trials

std::string skipped_because; // empty: the test case was judged

std::vector<std::string> cases_to_run;

std::string finding; // what failed the running case, if its harness knows

/// Appends to the report; every line is on disk before the next test step, so a crash loses nothing. Each begins with its
/// seal, without which the runner does not believe it.
void report(const nlohmann::json& event)
{
    static std::ofstream stream{handover().report, std::ios::app};
    static std::uint64_t number = 0;
    if (!stream.is_open()) return;
    const std::string line = event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    stream << seal(handover().key, number++, line) << ' ' << line << std::endl;
}

struct Reporter : doctest::IReporter
{
    explicit Reporter(const doctest::ContextOptions&) {}

    void report_query(const doctest::QueryData& query) override
    {
        cases_to_run.clear();
        for (unsigned i = 0; i < query.num_data; ++i) cases_to_run.emplace_back(query.data[i]->m_name);
    }
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats&) override {}
    void test_case_start(const doctest::TestCaseData& data) override
    {
        messages_.clear();
        failed_ = false;
        finding.clear();
        running = data.m_name;
        skipped_because.clear();
        if (handover().stage == "lens") setenv(lens_case, (trial_mark + running).c_str(), 1);
        report({{"event", "case"}, {"name", running}});
        std::fprintf(stderr, "[lockstep] case: %s\n",
                     running.c_str()); // tells whose launches Oclgrind's messages are
    }
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats& stats) override
    {
        nlohmann::json verdict{
            {"event", "verdict"},
            {"name", running},
            {"failed", failed_ || stats.failure_flags != doctest::TestCaseFailureReason::None},
            {"messages", messages_},
            {"skipped", skipped_because}};
        if (!finding.empty()) verdict["finding"] = finding;
        report(verdict);
        running.clear();
        unsetenv(lens_case);
    }
    void test_case_exception(const doctest::TestCaseException& exception) override
    {
        failed_ = true;
        add(exception.is_crash ? std::string{"crashed: "} + exception.error_string.c_str()
                               : std::string{exception.error_string.c_str()});
    }
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData& data) override
    {
        if (!data.m_failed) return;
        // Noted here: what comes after us may change the data.
        failed_ = failed_ || (data.m_at & doctest::assertType::is_warn) == 0;
        std::string text = data.m_threw ? std::string{"threw: "} + data.m_exception.c_str()
                                        : std::string{data.m_expr} + " is false: " + data.m_decomp.c_str();
        add(text + contexts());
    }
    void log_message(const doctest::MessageData& data) override
    {
        failed_ = failed_ || (data.m_severity & doctest::assertType::is_warn) == 0;
        add(data.m_string.c_str() + contexts());
    }
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
        constexpr std::size_t most = 5;        // a loop that fails a thousand times is told five times
        constexpr std::size_t longest = 65536; // the code under test may have made the text
        if (messages_.size() < most) messages_.push_back(singular_after_one(text.substr(0, longest)));
    }

    std::vector<std::string> messages_;
    bool failed_ = false;
};

// Of all listeners it is told first.
REGISTER_LISTENER("lockstep", std::numeric_limits<int>::max(), Reporter);

REGISTER_EXCEPTION_TRANSLATOR(cl::Error& error)
{
    return doctest::String{describe(error).c_str()};
}

} // namespace

void note_finding(const char* name)
{
    if (finding.empty()) finding = name;
}

std::string stage_name()
{
    return handover().stage;
}

std::string files_under_test()
{
    return handover().files;
}

std::filesystem::path source_folder()
{
    return handover().source;
}

void skip_case(const std::string& reason)
{
    skipped_because = reason;
}

namespace
{

/// Ends the test case of a trial whose kernel does not build; the report says why.
struct DoesNotBuild
{
};

} // namespace

void report_build_failure_and_exit(const std::string& message)
{
    report({{"event", "builds"}, {"message", message}});
    std::fprintf(stderr, "%s\n", message.c_str());
    if (!handover().trials.empty()) throw DoesNotBuild{}; // others are still to be tried
    std::_Exit(build_failure_status);
}

void report_no_device_and_exit(const std::string& message)
{
    report({{"event", "device"}, {"message", message}});
    std::fprintf(stderr, "%s\n", message.c_str());
    std::_Exit(no_device_status);
}

namespace
{

/// What doctest finds a test case by: a comma would part two patterns.
std::string pattern_of(std::string test_case)
{
    std::replace(test_case.begin(), test_case.end(), ',', '?');
    return test_case;
}

/// The arguments and the filters of the stage.
void configure(doctest::Context& context, bool whole_suite, const std::string& test_case,
               const char* more = nullptr)
{
    std::vector<const char*> arguments;
    for (const std::string& argument : handover().arguments) arguments.push_back(argument.c_str());
    if (more != nullptr) arguments.push_back(more);
    context.applyCommandLine(static_cast<int>(arguments.size()), arguments.data());
    if (!test_case.empty()) context.addFilter("test-case", pattern_of(test_case).c_str());
    if (handover().stage == "lens") context.addFilter("test-suite", "lens");
    if (handover().stage == "clean" && !whole_suite) context.addFilter("test-suite-exclude", "lens");
}

/// Names what will be run, without running it.
void list_cases(bool whole_suite, const std::string& test_case)
{
    doctest::Context context;
    std::ostringstream unread;
    configure(context, whole_suite, test_case, "--list-test-cases");
    context.setCout(&unread);
    context.run();
}

/// Tests the files under test. @param test_case the only one to run; empty: all.
int run_all(const std::string& test_case = "")
{
    bool whole_suite = false;
    list_cases(whole_suite, test_case);
    if (cases_to_run.empty() && handover().stage == "clean") // there is no other case than those of the suite
        list_cases(whole_suite = true, test_case);
    report({{"event", "run"}, {"cases", cases_to_run}});
    doctest::Context context;
    configure(context, whole_suite, test_case);
    std::ostringstream
        unread; // what doctest prints stands in the report, and the reader's own lines alone on the stream
    if (!handover().report.empty()) context.setCout(&unread);
    const int status = context.run();
    report({{"event", "end"}, {"cases", cases_to_run.size()}});
    return status;
}

/// Oclgrind says no more after so many errors of a process: each trial may make as many. There is nothing to do where it does not run.
void count_errors_anew()
{
    if (void* errors = dlsym(RTLD_DEFAULT, "_ZN8oclgrind6Logger11m_numErrorsE"))
        *static_cast<unsigned*>(errors) = 0;
}

/// Tests the files of one folder after the other, which saves the start of a process and of its device for each: the list names
/// them, "TEST CASE<tab>FOLDER" a line. What one breaks may break those behind it, and what ends the process ends the list, so
/// whoever asks for it must not believe that something passed.
int run_trials()
{
    std::ifstream list{handover().trials};
    int status = 0;
    std::size_t number = 0;
    for (std::string test_case, folder; std::getline(list, test_case, '\t') && std::getline(list, folder);
         ++number) {
        report({{"event", "trial"}, {"files", folder}});
        std::fprintf(stderr, "[lockstep] trial: %s\n", folder.c_str());
        trial_mark = std::to_string(number) + "\t";
        count_errors_anew();
        test_files_of(folder);
        status = run_all(test_case);
    }
    return status;
}

int run_tests()
{
    draw_from(handover().seed);
    const int status = handover().trials.empty() ? run_all() : run_trials();
    return handover().keyed ? final_status(handover().key) : status;
}

} // namespace

} // namespace lockstep

#ifdef __EMSCRIPTEN__
int main(int argc, char** argv)
{
    lockstep::handover().arguments.assign(argv, argv + argc);
    return lockstep::run_tests();
}
#else
int main()
{
    return lockstep::run_tests();
}
#endif
