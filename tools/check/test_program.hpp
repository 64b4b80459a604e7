// Running an exercise's test program, and putting what became of it into words.
#pragma once

#include "base/process.hpp"
#include "check/options.hpp"
#include "check/test_report.hpp"
#include "check/verdict.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// A built test program and how it is to be run.
struct TestProgram
{
    std::filesystem::path path;
    std::filesystem::path report; ///< the file it writes its report to
    Key key;                      ///< of the report's seals
    std::map<std::string, std::string> environment = {};
    std::string only_case;      ///< runs this test case alone; empty: all
    bool first_failure = false; ///< ends at the first failed assertion
    bool fixed_addresses = false;
    bool starts_sandbox = false;         ///< what is sandboxed are processes that the program starts
    std::optional<Sandbox> sandbox = {}; ///< what is in it is not trusted; it has no writable folder yet
};

/// An exercise's test program as it is run on files of that folder.
/// @param report the file that it is to write its report to.
TestProgram test_program(const ExerciseInfo& exercise, const std::filesystem::path& files,
                         const std::filesystem::path& report, const CheckOptions& options);

/// The program as it is to be run in one stage: with a report and a key of that run's own, and if it is sandboxed with a
/// folder of its own to write to, where the report and PoCL's cache are.
TestProgram for_stage(TestProgram program, Stage stage);

/// A sandboxed program of a kernel exercise as it is to be run with its kernels in another process: that one is in the
/// sandbox, and the test program, which has the expected results and writes the report, outside of it. To be called after
/// for_stage(). @param build the build folder.
TestProgram with_isolated_kernels(TestProgram program, const std::filesystem::path& build);

/// The same for a host exercise whose functions another process can call: a program is run in the place of the one that has
/// tests and functions, and kernels are apart as well, because what a function returns may go into one.
/// @param judge the tests, which run outside. @param servant the student's functions, which are in a sandbox of their own.
TestProgram with_isolated_functions(TestProgram program, const std::filesystem::path& judge,
                                    const std::filesystem::path& servant, const std::filesystem::path& build);

/// What a run of the program told.
TestReport report_of(const TestProgram& program);

/// Runs a test program, under `wrapper` (a program and its options) when that is not empty.
ProcessResult run_tests(const TestProgram& program, const std::vector<std::string>& wrapper,
                        const ProcessLimits& limits);

/// "Your program" or "Your kernel".
std::string subject(const ExerciseInfo& exercise);

/// The name of the file that an exercise's kernels stand in; empty when there is none, or several.
std::string kernel_file(const ExerciseInfo& exercise);

/// How a run of a test program ended: the first of these that holds.
struct RunEnd
{
    enum class How
    {
        no_build,  ///< the kernel does not build
        no_device, ///< there is nothing to test on
        stopped,   ///< a limit or a signal ended it
        never_began, ///< it did not even tell its cases, and the student's code cannot be the reason, because a kernel
                     ///< runs after that: what it was run under does not work
        left_early, ///< it ended otherwise than by returning from its tests, or some of them have no verdict
        through     ///< what the report says of the cases can be believed
    };
    How how = How::through;
    std::string why = {}; ///< in a sentence, or in the compiler's words; empty when through
    formats::Finding finding = formats::Finding::none; ///< none when through, and where there is no device
};

/// How the run of which `process` and `report` tell has ended.
RunEnd end_of(const ExerciseInfo& exercise, const TestProgram& program, const TestReport& report,
              const ProcessResult& process, const ProcessLimits& limits);

/// What the code under test printed, to standard output first: all that the harness did not write.
std::string printed_by_tests(const ProcessResult& process);

/// The end of what a program wrote to standard error, where its reason stands, without the marks of its cases.
std::string last_words(const ProcessResult& process);

/// Names the cases that failed in `stage`, and those that were skipped; adds to `messages` why the first failed and how many
/// others there are.
void tell_failed_cases(const TestReport& report, StageResult& stage, std::vector<std::string>& messages);

/// The messages, a line each.
std::string joined(const std::vector<std::string>& messages);

} // namespace lockstep::tool
