// Timing one job, and trying all candidates.
#include "tuning.hpp"

#include "statistics.hpp"

#include <lockstep/error.hpp>
#include <lockstep/program.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>

namespace lockstep::bench
{

double run_ms(Plan& job)
{
    const Plan::Span span = job.enqueue();
    span.last.wait();
    const cl_ulong start = span.first.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong end = span.last.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    return static_cast<double>(end - start) / 1e6;
}

Parameters tuned(Workbench& workbench, const Rung& rung, Problem& problem,
                 std::vector<formats::TriedCandidate>& tried, double most_ms)
{
    if (rung.candidates.size() == 1) return rung.candidates.front();
    Parameters best = rung.candidates.front();
    double best_ms = HUGE_VAL;
    const Stopwatch watch;
    for (const Parameters& candidate : rung.candidates) {
        try {
            const auto job = problem.plan(rung, candidate);
            job->enqueue();
            workbench.queue().finish();
            double ms = HUGE_VAL;
            for (int i = 0; i < 3; ++i) ms = std::min(ms, run_ms(*job));
            tried.push_back({candidate, to_four_digits(problem.work() / (1e6 * ms)), {}});
            if (ms < best_ms) best = candidate;
            best_ms = std::min(best_ms, ms);
        } catch (const BuildFailure& failure) { // this device's compiler refuses that candidate
            tried.push_back({candidate, {}, failure.happened()});
        } catch (const cl::Error& error) { // this device cannot run it
            tried.push_back({candidate, {}, error_name(error.err())});
        }
        if (std::isfinite(best_ms) && watch.elapsed().count() > most_ms) break;
    }
    return best;
}

} // namespace lockstep::bench
