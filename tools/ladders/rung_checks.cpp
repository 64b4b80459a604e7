// Checks of rungs, by the runner and by Oclgrind.
#include "ladders/rung_checks.hpp"

#include "base/oclgrind_log.hpp"
#include "base/process.hpp"
#include "check/clean_stage.hpp"
#include "ladders/ladder_runner.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace lockstep::tool
{

namespace
{

constexpr ProcessLimits no_limits{.time = std::chrono::hours{24}, .memory_bytes = std::size_t{1} << 40U};

} // namespace

int run_runner(const std::string& name, const std::vector<std::string>& words)
{
    Command command{.arguments = {ladder_runner().string(), name}, .show = true};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    const ProcessResult process = run_process(command, no_limits);
    return process.signal != 0 ? check_failed : process.status;
}

Status check_clean_rungs(const std::vector<std::string>& ladders)
{
    const std::filesystem::path oclgrind = find_program("oclgrind");
    if (oclgrind.empty()) {
        fmt::print("Skipped: Oclgrind is not installed. Type: ./lockstep start --oclgrind\n");
        return skipped;
    }
    Command command{.arguments = oclgrind_checks(oclgrind), .environment = {{"LOCKSTEP_DEVICE", "oclgrind"}}};
    command.arguments.insert(command.arguments.end(), {ladder_runner().string(), "verify"});
    command.arguments.insert(command.arguments.end(), ladders.begin(), ladders.end());
    const ProcessResult process = run_process(command, no_limits);
    fmt::print("{}", process.output);
    const std::vector<CheckerProblem> problems = parse_oclgrind_log(process.error);
    for (const CheckerProblem& problem : problems) fmt::print("{}\n", explain(problem, problem.kernel));
    if (!process.ok() && problems.empty()) fmt::print("{}", process.error);
    return process.ok() && problems.empty() ? done : check_failed;
}

} // namespace lockstep::tool
