// Checks of rungs, by the runner and on a simulated device.
#include "ladders/rung_checks.hpp"

#include "base/oclgrind_log.hpp"
#include "base/paths.hpp"
#include "base/process.hpp"
#include "base/simulator.hpp"
#include "check/clean_stage.hpp"
#include "ladders/ladder_runner.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace lockstep::tool
{

namespace
{

constexpr ProcessLimits no_limits{.time = std::chrono::hours{24}, .memory_bytes = std::size_t{1} << 40U};

// The program, told to compute on the simulator, which finds all it can.
Command checked_by(const Simulator& simulator, Command program)
{
    if (simulator.driver.empty()) {
        std::vector<std::string> words = oclgrind_checks(simulator.program);
        words.insert(words.end(), program.arguments.begin(), program.arguments.end());
        program.arguments = std::move(words);
        program.environment["LOCKSTEP_DEVICE"] = "oclgrind";
        return program;
    }
    program.environment = pocket_environment(simulator.driver);
    program.environment["POCKET_FINDINGS"] = "200";
    return program;
}

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
    const std::optional<Simulator> simulator = find_simulator(build_dir());
    if (!simulator) {
        fmt::print("Skipped: {}\n", missing_simulator());
        return skipped;
    }
    Command command{.arguments = {ladder_runner().string(), "verify"}};
    command.arguments.insert(command.arguments.end(), ladders.begin(), ladders.end());
    const ProcessResult process = run_process(checked_by(*simulator, std::move(command)), no_limits);
    fmt::print("{}", process.output);
    const std::vector<CheckerProblem> problems = simulator->problems(process.error);
    for (const CheckerProblem& problem : problems) fmt::print("{}\n", explain(problem, problem.kernel));
    if (!process.ok() && problems.empty()) fmt::print("{}", process.error);
    return process.ok() && problems.empty() ? done : check_failed;
}

} // namespace lockstep::tool
