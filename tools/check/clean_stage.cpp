// Data races, stray accesses and uninitialised reads, found by running the tests under a checker.
#include "check/clean_stage.hpp"

#include "check/host_build.hpp"
#include "check/oclgrind_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// A run in which the checker found nothing proves something only if its tests were run, and passed.
void judge_silence(const TestReport& report, const ProcessResult& process, std::string_view checker,
                   CleanStage& clean)
{
    if (!report.ended || report.cases.empty()) {
        clean.verdict.message =
            fmt::format("the tests do not reach their end under {}{}", checker, last_words(process));
        return;
    }
    std::vector<std::string> messages;
    tell_failed_cases(report, clean.verdict, messages);
    clean.results_only = !messages.empty();
    clean.verdict.status = messages.empty() ? StageStatus::passed : StageStatus::failed;
    if (!messages.empty())
        clean.verdict.message = fmt::format("under {}, at small sizes: {}", checker, joined(messages));
}

CleanStage run_oclgrind(const ExerciseInfo& exercise, TestProgram program, const CheckOptions& options)
{
    CleanStage stage;
    StageResult& clean = stage.verdict;
    const fs::path oclgrind = find_program("oclgrind");
    if (oclgrind.empty()) {
        clean.message = "Oclgrind is not installed (Debian 12, Ubuntu: apt install oclgrind).";
        return stage;
    }
    program.environment["LOCKSTEP_STAGE"] = "clean";
    program.environment["LOCKSTEP_DEVICE"] = "oclgrind";
    program.report += ".clean";
    const ProcessResult process = run_tests(program, oclgrind_checks(oclgrind), options.limits);
    clean.seconds = process.seconds;
    clean.timed_out = process.timed_out;
    const TestReport report = read_test_report(program.report);
    if (report.build_failure) // another compiler: the message belongs to this stage
    {
        clean.status = StageStatus::failed;
        clean.message = "Oclgrind's compiler refuses it: " + *report.build_failure;
        return stage;
    }
    if (report.no_device) {
        clean.message = "Oclgrind is installed but offers no device.";
        return stage;
    }
    const std::string file = exercise.edit.front();
    std::vector<OclgrindProblem> distinct; // the same finding in several test cases is told once
    for (const OclgrindProblem& problem : parse_oclgrind_log(process.error)) {
        if (std::find(clean.failed_cases.begin(), clean.failed_cases.end(), problem.test_case) ==
            clean.failed_cases.end())
            clean.failed_cases.push_back(problem.test_case);
        const auto same = std::find_if(distinct.begin(), distinct.end(), [&](const OclgrindProblem& other) {
            return other.what == problem.what && other.line == problem.line;
        });
        if (same == distinct.end())
            distinct.push_back(problem);
        else
            same->times += problem.times;
    }
    std::vector<std::string> messages;
    for (const OclgrindProblem& problem : distinct)
        if (messages.size() < 3) messages.push_back(explain(problem, file));
    if (distinct.size() > messages.size())
        messages.push_back(fmt::format("and {} more", distinct.size() - messages.size()));
    if (const std::string early = early_end(exercise, process, options.limits); !early.empty()) {
        clean.failed_cases.push_back(report.running);
        messages.push_back(early + " (under Oclgrind, at small sizes)");
    }
    if (messages.empty()) {
        judge_silence(report, process, "Oclgrind", stage);
        return stage;
    }
    clean.status = StageStatus::failed;
    clean.message = joined(messages);
    return stage;
}

CleanStage run_sanitized(const ExerciseInfo& exercise, const fs::path& files, TestProgram program,
                         const fs::path& scratch, const CheckOptions& options)
{
    CleanStage stage;
    StageResult& clean = stage.verdict;
    const std::string checker = exercise.sanitizer == "thread" ? "ThreadSanitizer" : "AddressSanitizer";
    program.path = scratch / "sanitized";
    const HostBuild build =
        build_host_exercise(exercise, files, program.path, exercise.sanitizer, options.build, options.limits);
    if (!build.ok) {
        clean.message = fmt::format("The compiler cannot build with -fsanitize={} here.", exercise.sanitizer);
        return stage;
    }
    program.fixed_addresses = true;
    program.environment["LOCKSTEP_STAGE"] = "clean";
    program.environment["TSAN_OPTIONS"] = "halt_on_error=1 exitcode=66";
    program.environment["ASAN_OPTIONS"] = "detect_leaks=0 exitcode=66";
    program.report += ".clean";
    const ProcessResult process = run_tests(program, {}, options.limits);
    clean.seconds = process.seconds;
    clean.timed_out = process.timed_out;
    const TestReport report = read_test_report(program.report);
    const std::string file = exercise.edit.front();
    static const std::regex headline{R"((WARNING: ThreadSanitizer|ERROR: AddressSanitizer): ([^(\n]*))"};
    if (std::smatch match; std::regex_search(process.error, match, headline)) {
        clean.status = StageStatus::failed;
        clean.failed_cases.push_back(report.running);
        const std::string what = std::regex_replace(match[2].str(), std::regex{" on .*"}, "");
        const std::regex place{file + R"(:(\d+))"};
        std::smatch at;
        const bool placed = std::regex_search(process.error, at, place);
        clean.message = placed ? fmt::format("{}:{}: {} (found by {} in \"{}\")", file, at[1].str(), what,
                                             checker, report.running)
                               : what;
        return stage;
    }
    const std::string early = early_end(exercise, process, options.limits);
    if (early.empty()) {
        judge_silence(report, process, checker, stage);
        return stage;
    }
    clean.status = StageStatus::failed;
    clean.failed_cases.push_back(report.running);
    clean.message = fmt::format("{} (under {}, at small sizes)", early, checker);
    return stage;
}

} // namespace

std::vector<std::string> oclgrind_checks(const fs::path& oclgrind)
{
    // Without optimisation: an optimiser may move a stray read to where it does no harm, and hide it.
    // With local memory to spare: Oclgrind 21.10 counts an array once for every expression that points into it.
    return {oclgrind.string(),
            "--build-options",
            "-cl-opt-disable",
            "--data-races",
            "--uninitialized",
            "--uniform-writes",
            "--max-errors",
            "200",
            "--local-mem-size",
            "1048576"};
}

CleanStage run_clean_stage(const ExerciseInfo& exercise, const fs::path& files, const TestProgram& program,
                           const fs::path& scratch, const CheckOptions& options)
{
    return exercise.host() && !exercise.sanitizer.empty()
               ? run_sanitized(exercise, files, program, scratch, options)
               : run_oclgrind(exercise, program, options);
}

} // namespace lockstep::tool
