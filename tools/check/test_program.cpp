// Test programs: running them and reading how they ended.
#include "check/test_program.hpp"

#include "base/isolation.hpp"
#include "check/built_tests.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>

namespace lockstep::tool
{

namespace
{

// A sanitizer's options behind those that are set already: of two the later one holds.
std::string with_options(const char* variable, const std::string& options)
{
    const char* const set = std::getenv(variable);
    return set != nullptr && *set != '\0' ? std::string{set} + ":" + options : options;
}

// What stopped a program before its tests ended.
std::string early_end(const ExerciseInfo& exercise, const TestReport& report, const ProcessResult& process,
                      const ProcessLimits& limits)
{
    if (process.timed_out)
        return fmt::format(
            "{} did not finish within {:g} s. {}", subject(exercise),
            static_cast<double>(limits.time.count()) / 1000.0,
            report.cases.empty() ? "Look for a loop whose condition never becomes false."
            : exercise.host()
                ? "Cases before this one ended: look for a loop that has no end with this one's data, or for "
                  "work "
                  "that grows faster than the data."
                : "Cases before this one ended: look for a loop that has no end with this one's data, or for "
                  "work-items that each do the work of all.");
    if (process.out_of_memory)
        return fmt::format("{} used more than {} MiB of memory and was stopped.", subject(exercise),
                           limits.memory_bytes >> 20U);
    if (!process.beyond_sandbox.empty())
        return fmt::format("{} {} and was stopped.", subject(exercise), process.beyond_sandbox);
    if (process.signal == SIGSEGV || process.signal == SIGBUS)
        return fmt::format(
            "{} crashed: it touched memory that is not its own ({}). Look for an index beyond the end "
            "of an array{}.",
            subject(exercise), strsignal(process.signal),
            exercise.host() ? ", a sum or product that is too large for its type, or a null pointer" : "");
    if (process.signal == SIGFPE) // despite its name
        return fmt::format("{} crashed: it divided a whole number by zero ({}).", subject(exercise),
                           strsignal(process.signal));
    return fmt::format("{} crashed ({}).", subject(exercise), strsignal(process.signal));
}

// The kind of that end; none when it reached its end.
formats::Finding stopped_by(const ProcessResult& process)
{
    return process.timed_out                 ? formats::Finding::time_limit
           : process.out_of_memory           ? formats::Finding::memory_limit
           : !process.beyond_sandbox.empty() ? formats::Finding::sandbox_limit
           : process.signal != 0             ? formats::Finding::crash
                                             : formats::Finding::none;
}

// Why a run that nothing stopped is not to be believed; empty when it is whole.
std::string left_early(const ExerciseInfo& exercise, const TestProgram& program, const TestReport& report,
                       const ProcessResult& process)
{
    const std::string remedy =
        exercise.host() ? " Look for exit, _exit, quick_exit or abort; a function ends by returning." : "";
    if (!report.ended)
        return fmt::format("{} ended the test program before its tests were through{} (exit status {}).{}{}",
                           subject(exercise),
                           report.running.empty() ? "" : fmt::format(", in \"{}\"", report.running),
                           process.status, remedy, last_words(process));
    const bool any_failed = std::any_of(report.cases.begin(), report.cases.end(),
                                        [](const CaseVerdict& verdict) { return verdict.failed; });
    if (any_failed) return ""; // which says enough
    if (!report.complete())
        return fmt::format("The tests did not all run: {} of {} have a verdict.", report.cases.size(),
                           report.cases_to_run.size());
    if (process.status != final_status(program.key))
        return fmt::format("{} ended with status {} after its tests instead of returning from them.{}{}",
                           subject(exercise), process.status, remedy, last_words(process));
    return "";
}

} // namespace

TestProgram test_program(const ExerciseInfo& exercise, const std::filesystem::path& files,
                         const std::filesystem::path& report, const CheckOptions& options)
{
    TestProgram program{
        .path = options.build / "exercises" / test_target(exercise),
        .report = report,
        .key = {},
        .environment = {{"LOCKSTEP_EXERCISE_FILES", std::filesystem::absolute(files).string()},
                        {"LOCKSTEP_SOURCE_DIR", options.source.string()}},
        .only_case = options.only_case,
        .first_failure = options.first_failure};
    if (std::getenv("POCL_CACHE_DIR") == nullptr)
        program.environment["POCL_CACHE_DIR"] = (options.build / "pocl-cache").string();
    // PoCL compiles a kernel anew for each size of its groups, where it is not told to leave that. Tests have many sizes and
    // small data: most of a check's time was this.
    if (std::getenv("POCL_WORK_GROUP_SPECIALIZATION") == nullptr)
        program.environment["POCL_WORK_GROUP_SPECIALIZATION"] = "0";
    return program;
}

TestProgram for_stage(TestProgram program, Stage stage)
{
    program.report += fmt::format(".{}", name_of(stage));
    if (program.sandbox) {
        std::filesystem::create_directory(program.report);
        program.sandbox->writable = program.report;
        program.environment["POCL_CACHE_DIR"] = (program.report / "pocl-cache").string();
        program.environment["HOME"] = program.report.string();
        program.report /= "report";
    }
    program.key = random_key();
    program.environment["LOCKSTEP_STAGE"] = name_of(stage);
    program.environment["LOCKSTEP_REPORT"] = program.report.string();
    program.environment["LOCKSTEP_KEY"] = to_text(program.key);
    // In every stage, so that they tell the code under test nothing.
    program.environment["TSAN_OPTIONS"] = with_options("TSAN_OPTIONS", "halt_on_error=1:exitcode=66");
    program.environment["ASAN_OPTIONS"] = // CUDA maps memory into the shadow's gap
        with_options("ASAN_OPTIONS", "detect_leaks=0:exitcode=66:protect_shadow_gap=0");
    return program;
}

TestProgram with_isolated_kernels(TestProgram program, const std::filesystem::path& build)
{
    program.starts_sandbox = true;
    // Beside the folder that the sandbox writes to, not in it.
    const std::filesystem::path& writable = program.sandbox->writable;
    for (const auto& [name, value] : isolated_kernels(writable, writable.string() + ".server", build))
        program.environment[name] = value;
    program.report = program.sandbox->writable.string() + ".report";
    program.environment["LOCKSTEP_REPORT"] = program.report.string();
    return program;
}

TestProgram with_isolated_functions(TestProgram program, const std::filesystem::path& judge,
                                    const std::filesystem::path& servant, const std::filesystem::path& build)
{
    program = with_isolated_kernels(std::move(program), build);
    program.path = judge;
    // Below the folder that kernels write to, so that one limit holds for both; it is all that the servant sees of it.
    const std::filesystem::path& writable = program.sandbox->writable;
    const std::filesystem::path own = writable / "functions";
    std::filesystem::create_directory(own);
    for (const auto& [name, value] : isolated_functions(servant, own, writable.string() + ".servant"))
        program.environment[name] = value;
    return program;
}

TestReport report_of(const TestProgram& program)
{
    return read_test_report(program.report, program.key);
}

ProcessResult run_tests(const TestProgram& program, const std::vector<std::string>& wrapper,
                        const ProcessLimits& limits)
{
    Command command{.arguments = wrapper,
                    .environment = program.environment,
                    .fixed_addresses = program.fixed_addresses,
                    .sandbox = program.sandbox,
                    .starts_sandbox = program.starts_sandbox};
    command.arguments.push_back(program.path.string());
    command.arguments.push_back("--no-colors");
    if (!program.only_case.empty()) {
        std::string pattern = program.only_case;
        std::replace(pattern.begin(), pattern.end(), ',', '?'); // a comma would part two patterns
        command.arguments.push_back("--test-case=" + pattern);
    }
    if (program.first_failure) command.arguments.push_back("--abort-after=1");
    return run_process(command, limits);
}

std::string subject(const ExerciseInfo& exercise)
{
    return exercise.host() ? "Your program" : "Your kernel";
}

std::string printed_by_tests(const ProcessResult& process)
{
    std::string text = process.output;
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    static const std::regex of_pocl{
        R"([0-9]+ warnings?( and [0-9]+ errors?)? generated\.|PTHREAD ERROR in .*)"};
    for (const std::string& line : split_lines(process.error))
        if (!line.starts_with("[lockstep] ") && !(line.size() < 200 && std::regex_match(line, of_pocl)))
            text += line + "\n";
    return text;
}

RunEnd end_of(const ExerciseInfo& exercise, const TestProgram& program, const TestReport& report,
              const ProcessResult& process, const ProcessLimits& limits)
{
    using formats::Finding;
    using How = RunEnd::How;
    if (report.build_failure) return {How::no_build, *report.build_failure, Finding::no_build};
    if (report.no_device) return {How::no_device, *report.no_device};
    if (const Finding finding = stopped_by(process); finding != Finding::none)
        return {How::stopped, early_end(exercise, report, process, limits), finding};
    const std::string left = left_early(exercise, program, report, process);
    if (left.empty()) return {};
    const bool began = exercise.host() || report.ended || !report.cases_to_run.empty();
    return {began ? How::left_early : How::never_began, left, Finding::left_early};
}

std::string last_words(const ProcessResult& process)
{
    constexpr std::size_t most = 2000;
    std::istringstream lines{
        process.error.substr(process.error.size() > most ? process.error.size() - most : 0)};
    std::string text;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && !line.starts_with("[lockstep] ")) text += "\n" + line;
    return text;
}

void tell_failed_cases(const TestReport& report, StageResult& stage, std::vector<std::string>& messages)
{
    std::vector<std::string> others;
    for (const CaseVerdict& verdict : report.cases) {
        if (!verdict.failed && !verdict.skipped.empty())
            stage.skipped_cases.push_back({verdict.name, verdict.skipped});
        if (!verdict.failed) continue;
        stage.failed_cases.push_back(verdict.name);
        if (stage.finding == formats::Finding::none)
            stage.finding = formats::finding_named(verdict.finding).value_or(formats::Finding::wrong_result);
        if (stage.failed_cases.size() > 1)
            others.push_back(fmt::format("\"{}\"", verdict.name));
        else
            messages.push_back(
                fmt::format("\"{}\" fails: {}", verdict.name,
                            verdict.messages.empty() ? "no message" : verdict.messages.front()));
    }
    // Most often one cause fails them all, and it has been told.
    if (!others.empty())
        messages.push_back(fmt::format("So {} {}.", others.size() == 1 ? "does" : "do",
                                       others.size() <= 3 ? fmt::format("{}", fmt::join(others, ", "))
                                                          : fmt::format("{} more cases", others.size())));
}

std::string kernel_file(const ExerciseInfo& exercise)
{
    if (!exercise.host()) return exercise.edit.front();
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator{exercise.folder})
        if (entry.path().extension() == ".cl" && // and none that `reset` put aside
            entry.path().stem().string().find(".your-") == std::string::npos)
            files.push_back(entry.path().filename().string());
    return files.size() == 1 ? files.front() : "";
}

std::string joined(const std::vector<std::string>& messages)
{
    std::string text;
    for (const std::string& message : messages)
        text += fmt::format("{}{}", text.empty() ? "" : "\n", message);
    return text;
}

} // namespace lockstep::tool
