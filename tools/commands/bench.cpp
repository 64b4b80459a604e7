// lockstep bench: climbs the ladders; the runner is build/bin/lockstep-bench. Around it: Oclgrind, the lens, and its forecasts.
#include "base/build.hpp"
#include "base/paths.hpp"
#include "base/process.hpp"
#include "check/clean_stage.hpp"
#include "check/oclgrind_log.hpp"
#include "commands/commands.hpp"
#include "commands/ladder_forecast.hpp"
#include "commands/ladder_runner.hpp"
#include "commands/rung_caches.hpp"
#include "commands/rung_counts.hpp"
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

struct Options
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

int bench_command(const Options& options, const std::vector<std::string>& words)
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

fs::path ladder_runner()
{
    const fs::path program = build_dir() / "bin" / "lockstep-bench";
    if (!fs::exists(program)) build_target(build_dir(), "lockstep-bench");
    return program;
}

bool LadderWords::names(const std::string& ladder) const
{
    return std::ranges::find(ladders, ladder) != ladders.end();
}

bool LadderWords::names_or_all(const std::string& ladder) const
{
    return ladders.empty() || names(ladder);
}

LadderWords ladder_words(const std::vector<std::string>& words, const std::string& option,
                         const std::set<std::string>& known, const std::string& usage)
{
    LadderWords wanted;
    for (const std::string& word : words)
        if (known.contains(word))
            wanted.switches.insert(word);
        else if (word.starts_with('-'))
            throw Failure(fmt::format("'{}' means nothing to {}.", word, option), usage);
        else
            wanted.ladders.push_back(word);
    return wanted;
}

std::string runner_option(const formats::Parameters& parameters)
{
    std::string text;
    for (const auto& [name, value] : parameters)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
    return text.empty() ? "-" : text;
}

void add_bench(CLI::App& app, Exit& exit)
{
    auto options = std::make_shared<Options>();
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
