// Which rungs are wanted, and whether they are right.
#include "runner.hpp"

#include <lockstep/error.hpp>
#include <lockstep/program.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

namespace lockstep::bench
{
namespace
{

bool defines(const std::string& text, const std::string& kernel)
{
    return std::regex_search(text, std::regex{R"(\bkernel\b[^;{}]*\b)" + kernel + R"(\s*\()"});
}

std::string described(const Parameters& parameters)
{
    const std::string options = options_of(parameters);
    return options.empty() ? "" : ", " + options;
}

} // namespace

std::vector<const Ladder*> wanted_ladders(const RunOptions& options)
{
    if (options.ladders.empty()) return ladders();
    std::vector<const Ladder*> wanted;
    for (const std::string& name : options.ladders) wanted.push_back(&find_ladder(name));
    return wanted;
}

std::vector<std::string> wanted_cases(const Ladder& ladder, const RunOptions& options)
{
    std::vector<std::string> cases = ladder.cases();
    if (options.input.empty()) {
        if (options.quick) cases.resize(1);
        return cases;
    }
    if (std::ranges::find(cases, options.input) != cases.end()) return {options.input};
    throw Failure(fmt::format("The ladder '{}' has no case '{}'.", ladder.name(), options.input),
                  fmt::format("--case NAME, one of {}", fmt::join(cases, ", ")));
}

std::vector<Rung> wanted_rungs(const Ladder& ladder, const Workbench& workbench, const RunOptions& options)
{
    const std::vector<Rung> all = ladder.rungs(workbench);
    std::vector<Rung> wanted;
    for (const Rung& rung : all)
        if (options.rung.empty() || rung.name == options.rung) wanted.push_back(rung);
    if (wanted.empty()) {
        std::string names;
        for (const Rung& rung : all) names += (names.empty() ? "" : ", ") + rung.name;
        throw Failure(
            fmt::format("The ladder '{}' has no rung '{}' on this device.", ladder.name(), options.rung),
            fmt::format("--rung NAME, one of {}", names));
    }
    if (options.file.empty()) return wanted;
    const std::string text = read_text(options.file);
    const std::vector<Rung> measured = wanted;
    for (Rung rung : measured) {
        if (!std::ranges::all_of(rung.kernels, [&](const auto& kernel) { return defines(text, kernel); }))
            continue;
        rung.is_readers = true;
        rung.idea = "yours: " + options.file.filename().string();
        rung.file = std::filesystem::absolute(options.file).string();
        wanted.push_back(std::move(rung));
    }
    if (wanted.size() == measured.size()) {
        std::string names;
        for (const Rung& rung : measured)
            names += fmt::format("\n  {}: {}", rung.name, fmt::join(rung.kernels, ", "));
        throw Failure(fmt::format("{} holds the kernels of no rung of '{}'. These would be:{}",
                                  options.file.string(), ladder.name(), names),
                      "name your kernels like those of one rung, with the same arguments");
    }
    if (options.alone)
        wanted.erase(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(measured.size()));
    return wanted;
}

std::string why_wrong(Workbench& workbench, Plan& job)
{
    workbench.poison_outputs();
    job.enqueue();
    workbench.queue().finish();
    const std::string damage = workbench.damage();
    return damage.empty() ? job.verify() : damage;
}

namespace
{

/// One rung with some of its candidates at one extent.
struct Trial
{
    const Ladder& ladder;
    const std::string& input;
    const Extent& extent;
    const Rung& rung;
};

/// Whether a rung is on this kind of device's list; no name stands for any.
bool has_rung(const Ladder& ladder, const Workbench& workbench, const std::string& name)
{
    const std::vector<Rung> rungs = ladder.rungs(workbench);
    return name.empty() || std::ranges::find(rungs, name, &Rung::name) != rungs.end();
}

bool has_rung_as(const Ladder& ladder, Workbench& workbench, bool cpu, const std::string& name)
{
    const bool before = workbench.is_cpu();
    workbench.act_as_cpu(cpu);
    const bool has = has_rung(ladder, workbench, name);
    workbench.act_as_cpu(before);
    return has;
}

void try_candidates(Workbench& workbench, Problem& problem, const Trial& trial, std::size_t candidates,
                    const Progress& progress, std::vector<Refusal>& refusals)
{
    for (std::size_t c = 0; c < candidates; ++c) {
        const Parameters& parameters = trial.rung.candidates[c];
        const std::string what =
            fmt::format("{}, {}, {} × {}: {}{}", trial.ladder.name(), trial.input, trial.extent.columns,
                        trial.extent.rows, trial.rung.shown_name(), described(parameters));
        progress(what);
        try {
            const auto job = problem.plan(trial.rung, parameters);
            if (const std::string why = why_wrong(workbench, *job); !why.empty())
                refusals.push_back({what, why});
        } catch (const cl::Error& error) {
            refusals.push_back({what, describe(error)});
        }
    }
}

} // namespace

std::vector<Refusal> verify_ladders(Workbench& workbench, const RunOptions& options, const Progress& progress)
{
    std::vector<Refusal> refusals;
    const bool cpu = workbench.is_cpu();
    for (const Ladder* ladder : wanted_ladders(options)) {
        workbench.act_as_cpu(cpu);
        const std::vector<Extent> extents = ladder->verified_extents(workbench);
        std::vector<std::string> cases = wanted_cases(*ladder, options);
        if (workbench.is_simulator())
            cases.resize(1); // it looks at accesses, which differ from case to case in data alone
        for (const std::string& input : cases)
            for (const Extent& extent : extents) {
                const std::unique_ptr<Problem> problem = ladder->problem(workbench, input, extent);
                std::set<std::string> tried;
                for (const bool as_cpu : {cpu, !cpu}) {
                    workbench.act_as_cpu(as_cpu);
                    if (!has_rung(*ladder, workbench, options.rung) &&
                        has_rung_as(*ladder, workbench, !as_cpu, options.rung))
                        continue; // it is the other kind of device's
                    const bool all = as_cpu == cpu && !workbench.is_simulator() && input == cases.front() &&
                                     &extent == &extents.back();
                    for (const Rung& rung : wanted_rungs(*ladder, workbench, options))
                        if (tried.insert(rung.shown_name() + described(rung.candidates.front())).second)
                            try_candidates(workbench, *problem, {*ladder, input, extent, rung},
                                           all ? rung.candidates.size() : 1, progress, refusals);
                }
                workbench.act_as_cpu(cpu);
            }
    }
    return refusals;
}

namespace
{

std::optional<Extent> extent_of(const Ladder& ladder, const std::string& input, const Parameters& parameters,
                                const SingleRunOptions& how)
{
    if (how.size == "profiled") return ladder.profiled_extent(input);
    if (!how.size.empty()) return ladder.counted_extents(input, parameters)[how.size == "larger" ? 1 : 0];
    return how.extent.value_or(ladder.counted_extent());
}

} // namespace

std::optional<Extent> launch_once(Workbench& workbench, const RunOptions& options,
                                  const SingleRunOptions& how)
{
    std::optional<Extent> extent;
    for (const Ladder* ladder : wanted_ladders(options)) {
        const std::string input =
            options.input.empty() ? ladder->cases().front() : wanted_cases(*ladder, options).front();
        std::unique_ptr<Problem> problem;
        for (const Rung& rung : wanted_rungs(*ladder, workbench, options)) {
            const Parameters parameters = how.parameters.value_or(rung.candidates.front());
            extent = extent_of(*ladder, input, parameters, how);
            if (!extent) break;
            // Of one size for all rungs, if it does not follow from their parameters.
            if (!problem || !how.size.empty()) problem = ladder->problem(workbench, input, *extent);
            const auto job = problem->plan(rung, parameters);
            if (const std::string why = why_wrong(workbench, *job); !why.empty())
                throw Failure(fmt::format("{} of '{}' is wrong: {}", rung.name, ladder->name(), why));
        }
    }
    return extent;
}

} // namespace lockstep::bench
