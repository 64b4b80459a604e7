// One turn: a rung with one choice of parameters, each of its launches verified, by two clocks.
#include "turn.hpp"

#include "limits.hpp"
#include "results.hpp"

#include <lockstep/error.hpp>
#include <lockstep/program.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep::bench
{
namespace
{

using formats::MeasuredTurn;
using formats::TimedLaunch;

double device_ms(const cl::Event& command)
{
    const cl_ulong start = command.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong end = command.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    return static_cast<double>(end - start) / 1e6;
}

/// The job once. On the device each command counts for itself: what passes between two of them is the way of the request,
/// which is longer where the commands are enqueued from another process.
TimedLaunch launched(Workbench& workbench, Plan& job)
{
    workbench.poison_outputs();
    const Stopwatch watch;
    const Plan::Span span = job.enqueue();
    workbench.queue().finish();
    TimedLaunch launch{.device_ms = 0, .host_ms = watch.elapsed().count()};
    launch.device_ms = device_ms(span.first);
    for (const cl::Event& event : span.between) launch.device_ms += device_ms(event);
    if (span.last() != span.first()) launch.device_ms += device_ms(span.last);
    return launch;
}

std::string wrong_after(Workbench& workbench, Plan& job)
{
    const std::string damage = workbench.damage();
    return damage.empty() ? job.verify() : damage;
}

/// The rung of that name, of this kind of device or of the other.
Rung rung_of(const Ladder& ladder, Workbench& workbench, RunOptions options)
{
    options.alone = !options.file.empty();
    const bool cpu = workbench.is_cpu();
    const auto found = [&](bool as_cpu) {
        workbench.act_as_cpu(as_cpu);
        const std::vector<Rung> rungs = ladder.rungs(workbench);
        return std::ranges::find(rungs, options.rung, &Rung::name) != rungs.end();
    };
    if (!found(cpu)) found(!cpu); // and if there is none either, it is said below
    Rung rung = wanted_rungs(ladder, workbench, options).front();
    workbench.act_as_cpu(cpu);
    return rung;
}

/// The candidate with the best of three launches. The reason to refuse the turn if one of them is wrong, or none can run.
std::string tune(Workbench& workbench, Problem& problem, const Rung& rung, bool quick, Parameters& best)
{
    double best_ms = HUGE_VAL;
    std::string refused;
    for (const Parameters& candidate : rung.candidates) {
        try {
            const auto job = problem.plan(rung, candidate);
            if (const std::string why = why_wrong(workbench, *job); !why.empty())
                return candidate.empty() ? why : fmt::format("{}: {}", options_of(candidate), why);
            double ms = HUGE_VAL;
            for (int i = 0; i < 3; ++i) ms = std::min(ms, launched(workbench, *job).device_ms);
            if (ms < best_ms) best = candidate;
            best_ms = std::min(best_ms, ms);
        } catch (const BuildFailure& failure) { // this device's compiler refuses that candidate
            refused = failure.happened();
        } catch (const cl::Error& error) { // this device cannot run it
            refused = describe(error);
        }
        if (quick && std::isfinite(best_ms)) break;
    }
    return std::isfinite(best_ms) ? "" : refused;
}

/// What is wrong in the cases that are not timed, whose inputs and sizes show other mistakes: sums of integers are exact.
std::string wrong_in_other_cases(Workbench& workbench, const Ladder& ladder, const Rung& rung,
                                 const Parameters& parameters, bool quick)
{
    const std::vector<std::string> cases = ladder.cases();
    for (std::size_t other = 1; other < cases.size(); ++other) {
        const Extent extent = ladder.timed_extent(workbench, cases[other], quick);
        const auto problem = ladder.problem(workbench, cases[other], extent);
        const auto job = problem->plan(rung, parameters);
        if (const std::string why = why_wrong(workbench, *job); !why.empty())
            return fmt::format("case {}, {} × {}: {}", cases[other], extent.columns, extent.rows, why);
    }
    return "";
}

MeasuredTurn described(Workbench& workbench, const Ladder& ladder, bool quick)
{
    if (workbench.is_simulator())
        throw Failure("Oclgrind simulates a device, which has no speed that could be measured.",
                      "unset LOCKSTEP_DEVICE, or another name of ./lockstep devices");
    const std::string input = ladder.cases().front();
    const Extent extent = ladder.timed_extent(workbench, input, quick);
    return {.origin = origin_of(workbench.device(), ""),
            .ladder = ladder.name(),
            .input = input,
            .unit = ladder.unit(),
            .limit = name_of(ladder.limit()),
            .columns = extent.columns,
            .rows = extent.rows};
}

} // namespace

MeasuredTurn measure_turn(Workbench& workbench, const TurnOptions& options)
{
    const Ladder& ladder = *wanted_ladders(options.what).front();
    MeasuredTurn turn = described(workbench, ladder, options.what.quick);
    const Rung rung = rung_of(ladder, workbench, options.what);
    const auto problem = ladder.problem(workbench, turn.input, {turn.columns, turn.rows});
    turn.work = problem->work();
    try {
        if (options.parameters)
            turn.parameters = *options.parameters;
        else
            turn.refused = tune(workbench, *problem, rung, options.what.quick, turn.parameters);
        if (turn.refused.empty() && !options.parameters)
            turn.refused = wrong_in_other_cases(workbench, ladder, rung, turn.parameters, options.what.quick);
        if (!turn.refused.empty() || !options.parameters) return turn;
        const auto job = problem->plan(rung, turn.parameters);
        turn.refused = why_wrong(workbench, *job);
        while (turn.refused.empty() && turn.launches.size() < options.launches) {
            turn.launches.push_back(launched(workbench, *job));
            turn.refused = wrong_after(workbench, *job);
        }
    } catch (const BuildFailure& failure) {
        turn.refused = failure.happened();
    } catch (const cl::Error& error) {
        turn.refused = describe(error);
    }
    if (!turn.refused.empty()) turn.launches.clear();
    return turn;
}

MeasuredTurn measure_limit(Workbench& workbench, const RunOptions& options)
{
    const Ladder& ladder = *wanted_ladders(options).front();
    MeasuredTurn turn = described(workbench, ladder, options.quick);
    DeviceLimits limits(workbench, options.quick);
    turn.figure = limits.measure(ladder.limit());
    turn.highest = std::max(limits.highest(ladder.limit()), limits.highest_native(ladder.limit()));
    return turn;
}

} // namespace lockstep::bench
