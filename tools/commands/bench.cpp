// lockstep bench: climbs the ladders; the runner is build/bin/lockstep-bench. Around it: Oclgrind, the lens, and its forecasts.
#include "base/oclgrind_log.hpp"
#include "base/paths.hpp"
#include "base/process.hpp"
#include "check/clean_stage.hpp"
#include "commands/commands.hpp"
#include "ladders/ladder_forecast.hpp"
#include "ladders/ladder_runner.hpp"
#include "ladders/rung_caches.hpp"
#include "ladders/rung_counts.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct BenchOptions
{
    bool clean = false;
    bool lens = false;
    bool forecast = false;
    bool caches = false;
    std::string device = "h200";
};

constexpr ProcessLimits no_limits{.time = std::chrono::hours{24}, .memory_bytes = std::size_t{1} << 40U};

/// Every rung at awkward sizes under Oclgrind: no race, no stray access, no uninitialised read.
int check_clean(const std::vector<std::string>& words)
{
    const fs::path oclgrind = find_program("oclgrind");
    if (oclgrind.empty()) {
        fmt::print("Skipped: Oclgrind is not installed. Type: ./lockstep start\n");
        return skipped;
    }
    Command command{.arguments = oclgrind_checks(oclgrind),
                    .environment = {{"LOCKSTEP_DEVICE", "oclgrind"}},
                    .folder = {}};
    command.arguments.insert(command.arguments.end(), {ladder_runner().string(), "--verify"});
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    const ProcessResult process = run_process(command, no_limits);
    fmt::print("{}", process.output);
    const std::vector<OclgrindProblem> problems = parse_oclgrind_log(process.error);
    for (const OclgrindProblem& problem : problems) fmt::print("{}\n", explain(problem, problem.kernel));
    if (!process.ok() && problems.empty()) fmt::print("{}", process.error);
    return process.ok() && problems.empty() ? done : check_failed;
}

int bench_command(const BenchOptions& options, const std::vector<std::string>& words)
{
    if (options.clean) return check_clean(words);
    if (options.forecast) return show_ladder_forecast(ladder_runner(), words, options.device);
    if (options.caches) return show_rung_caches(ladder_runner(), words, options.device);
    if (options.lens) return show_rung_counts(ladder_runner(), words, options.device);
    Command command{.arguments = {ladder_runner().string()}, .environment = {}, .folder = {}, .show = true};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    const ProcessResult process = run_process(command, no_limits);
    return process.signal != 0 ? check_failed : process.status;
}

} // namespace

void add_bench(CLI::App& app, Exit& exit)
{
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command = app.add_subcommand("bench", "climb the ladders on the chosen device");
    command->set_help_flag(); // the runner has its own
    command->allow_extras();
    command->add_flag("--clean", options->clean, "verify every rung under Oclgrind");
    command->add_flag("--lens", options->lens, "what the lens counts in each rung");
    command->add_flag("--forecast", options->forecast, "each rung's forecast beside what was measured");
    command->add_flag("--caches", options->caches, "the model of caches beside a GPU's counters");
    command->add_option("--device", options->device, "the lens's profile")->capture_default_str();
    command->callback(
        [options, command, &exit] { exit.status = bench_command(*options, command->remaining()); });
}

} // namespace lockstep::tool
