// Test programs: running them and reading how they ended.
#include "check/test_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sstream>

namespace lockstep::tool
{

ProcessResult run_tests(const TestProgram& program, const std::vector<std::string>& wrapper,
                        const ProcessLimits& limits)
{
    Command command{.arguments = wrapper,
                    .environment = program.environment,
                    .folder = {},
                    .fixed_addresses = program.fixed_addresses,
                    .show = false};
    command.arguments.push_back(program.path.string());
    command.arguments.push_back("--no-colors");
    if (!program.only_case.empty()) {
        std::string pattern = program.only_case;
        std::replace(pattern.begin(), pattern.end(), ',', '?'); // a comma would part two patterns
        command.arguments.push_back("--test-case=" + pattern);
    }
    if (program.first_failure) command.arguments.push_back("--abort-after=1");
    command.environment["LOCKSTEP_REPORT"] = program.report.string();
    return run_process(command, limits);
}

std::string subject(const ExerciseInfo& exercise)
{
    return exercise.host() ? "Your program" : "Your kernel";
}

std::string early_end(const ExerciseInfo& exercise, const ProcessResult& process, const ProcessLimits& limits)
{
    if (process.timed_out)
        return fmt::format(
            "{} did not finish within {:g} s. Look for a loop whose condition never becomes false.",
            subject(exercise), static_cast<double>(limits.time.count()) / 1000.0);
    if (process.out_of_memory)
        return fmt::format("{} used more than {} MiB of memory and was stopped.", subject(exercise),
                           limits.memory_bytes >> 20U);
    if (process.signal == SIGSEGV || process.signal == SIGBUS)
        return fmt::format(
            "{} crashed: it touched memory that is not its own ({}). Look for an index beyond the end "
            "of an array.",
            subject(exercise), strsignal(process.signal));
    if (process.signal != 0)
        return fmt::format("{} crashed ({}).", subject(exercise), strsignal(process.signal));
    return "";
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
    for (const CaseVerdict& verdict : report.cases)
        if (verdict.failed) {
            stage.failed_cases.push_back(verdict.name);
            messages.push_back(
                fmt::format("\"{}\" fails: {}", verdict.name,
                            verdict.messages.empty() ? "no message" : verdict.messages.front()));
        }
}

std::string joined(const std::vector<std::string>& messages)
{
    std::string text;
    for (const std::string& message : messages)
        text += fmt::format("{}{}", text.empty() ? "" : "\n", message);
    return text;
}

} // namespace lockstep::tool
