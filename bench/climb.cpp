// Measuring a ladder: each rung verified, tuned, and timed in turn with its peers, between two looks at the limit.
#include "climb.hpp"

#include "limits.hpp"

#include <lockstep/error.hpp>
#include <lockstep/program.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace lockstep::bench
{
namespace
{

using formats::LadderResult;
using formats::PeerResult;
using formats::RungFigures;
using formats::RungResult;

/// A figure this much above everything the device was seen to do is not believed.
constexpr double believable = 1.05;
/// A limit that moves by more than this between before and after a rung flags the row.
constexpr double most_drift = 0.10;

double run_ms(Job& job)
{
    const Job::Span span = job.enqueue();
    span.last.wait();
    const cl_ulong start = span.first.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong end = span.last.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    return static_cast<double>(end - start) / 1e6;
}

double median_of(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// GB/s or GFLOP/s: to four digits, which is more than repeats.
double figure(double work, double ms)
{
    return std::stod(fmt::format("{:.4g}", work / (1e6 * ms)));
}

/// Three digits behind the point.
double ratio(double part, double whole)
{
    return std::stod(fmt::format("{:.3f}", part / whole));
}

Extent halved(Extent extent)
{
    (extent.rows > extent.columns ? extent.rows : extent.columns) /= 2;
    return extent;
}

/// Measures one case of one ladder.
class Climb
{
public:
    Climb(Workbench& workbench, DeviceLimits& limits, const Ladder& ladder, std::string input,
          const Wish& wish)
        : workbench_(workbench), limits_(limits), ladder_(ladder), input_(std::move(input)), wish_(wish),
          full_(ladder.timed_extent(workbench, input_, wish.quick)),
          peers_(ladder.peers(workbench, input_, full_))
    {
        for (const Peer& peer : peers_) peer.run_ms();
        peer_times_.resize(peers_.size());
    }

    LadderResult measure(const Progress& progress)
    {
        LadderResult result{.name = ladder_.name(),
                            .chapter = ladder_.chapter(),
                            .title = ladder_.title(),
                            .input = input_,
                            .unit = unit_of(ladder_.limit()),
                            .limit = name_of(ladder_.limit()),
                            .columns = full_.columns,
                            .rows = full_.rows,
                            .rungs = {},
                            .peers = {},
                            .command = ""};
        for (const Rung& rung : wanted_rungs(ladder_, workbench_, wish_)) {
            progress(fmt::format("{}, {}: {}", ladder_.name(), input_, rung.shown_name()));
            RungResult& row = result.rungs.emplace_back();
            row.name = rung.shown_name();
            row.idea = rung.idea;
            try {
                measure(rung, row);
            } catch (const cl::Error& error) {
                row.refused = describe(error);
            }
        }
        for (std::size_t p = 0; p < peers_.size(); ++p)
            if (!peer_times_[p].empty())
                result.peers.push_back({peers_[p].name, figure(peers_[p].work, median_of(peer_times_[p])),
                                        figure(peers_[p].work, std::ranges::min(peer_times_[p]))});
        return result;
    }

private:
    Problem& problem(const Extent& extent)
    {
        auto& slot = problems_[{extent.columns, extent.rows}];
        if (!slot) slot = ladder_.problem(workbench_, input_, extent);
        return *slot;
    }

    /// The largest extent, full or halved again and again, at which the rung is not too slow to wait for.
    Extent bearable(const Rung& rung)
    {
        const double most_ms = 1e3 * std::min(1.0, wish_.budget_seconds);
        Extent small = full_;
        for (int i = 0; i < 8; ++i) small = halved(small);
        if (small.columns < 1024 && small.rows <= 1) return full_;
        const auto job = problem(small).job(rung, rung.candidates.front());
        job->enqueue();
        workbench_.queue().finish();
        const double small_ms = run_ms(*job);
        Extent extent = full_;
        const double per_element = small_ms / elements(small);
        while (per_element * elements(extent) > most_ms && elements(extent) > elements(small))
            extent = halved(extent);
        return extent;
    }

    /// Work grows with both extents, so their product will do for a prediction.
    static double elements(const Extent& extent)
    {
        return static_cast<double>(extent.columns) * static_cast<double>(extent.rows);
    }

    /// The candidate with the best of three runs; what each of them gave goes into the row.
    Parameters tuned(const Rung& rung, Problem& on, RungResult& row)
    {
        if (wish_.quick || rung.candidates.size() == 1) return rung.candidates.front();
        Parameters best = rung.candidates.front();
        double best_ms = HUGE_VAL;
        for (const Parameters& candidate : rung.candidates) {
            try {
                const auto job = on.job(rung, candidate);
                job->enqueue();
                workbench_.queue().finish();
                double ms = HUGE_VAL;
                for (int i = 0; i < 3; ++i) ms = std::min(ms, run_ms(*job));
                row.tried.push_back({candidate, figure(on.work(), ms), {}});
                if (ms < best_ms) best = candidate;
                best_ms = std::min(best_ms, ms);
            } catch (const BuildFailure& failure) { // this device's compiler refuses that candidate
                row.tried.push_back({candidate, {}, failure.happened()});
            } catch (const cl::Error& error) { // this device cannot run it
                row.tried.push_back({candidate, {}, error_name(error.err())});
            }
        }
        return best;
    }

    /// Whether the device can do that: a limit that seems too low is measured again before a figure is refused.
    bool is_believable(double figure)
    {
        const LimitKind limit = ladder_.limit();
        const auto highest = [&] { return std::max(limits_.highest(limit), limits_.highest_native(limit)); };
        for (int look = 0; look < 5 && figure > believable * highest(); ++look) limits_.measure(limit);
        return figure <= believable * highest();
    }

    void measure(const Rung& rung, RungResult& row)
    {
        const Extent extent = bearable(rung);
        Problem& on = problem(extent);
        const Parameters parameters = tuned(rung, on, row);
        const auto job = on.job(rung, parameters);
        row.parameters = parameters;
        const std::string why = why_wrong(workbench_, *job);
        row.verified = why.empty();
        if (!why.empty()) {
            row.refused = why;
            return;
        }
        const double error = job->error();
        const double before = limits_.measure(ladder_.limit());
        std::vector<double> times;
        std::vector<std::vector<double>> beside(peers_.size());
        time(*job, times, beside);
        const double after = limits_.measure(ladder_.limit());
        const double median = figure(on.work(), median_of(times));
        if (!is_believable(median)) {
            row.refused =
                fmt::format("{} {} is more than the device can do", median, unit_of(ladder_.limit()));
            return;
        }
        RungFigures& figures = row.figures.emplace();
        figures.median = median;
        figures.best = figure(on.work(), std::ranges::min(times));
        figures.runs = times.size();
        figures.of_limit = ratio(median, std::max(before, after));
        for (std::size_t p = 0; p < peers_.size(); ++p)
            figures.of_peer.push_back(
                {peers_[p].name, ratio(median, figure(peers_[p].work, median_of(beside[p])))});
        if (error >= 0) figures.error = error;
        if (extent.columns != full_.columns || extent.rows != full_.rows)
            figures.extent = {extent.columns, extent.rows};
        const double drift = std::abs(after - before) / std::max(after, before);
        if (drift > most_drift) figures.drift = ratio(drift, 1);
    }

    /// The rung and its peers in turn, until the budget is used up.
    void time(Job& job, std::vector<double>& times, std::vector<std::vector<double>>& beside)
    {
        constexpr std::size_t most = 200;
        const std::size_t fewest = wish_.quick ? 3 : 5;
        const Stopwatch watch;
        while (times.size() < fewest ||
               (times.size() < most && watch.elapsed().count() < 1e3 * wish_.budget_seconds)) {
            times.push_back(run_ms(job));
            for (std::size_t p = 0; p < peers_.size(); ++p) {
                beside[p].push_back(peers_[p].run_ms());
                peer_times_[p].push_back(beside[p].back());
            }
        }
    }

    Workbench& workbench_;
    DeviceLimits& limits_;
    const Ladder& ladder_;
    std::string input_;
    const Wish& wish_;
    Extent full_;
    std::vector<Peer> peers_;
    std::vector<std::vector<double>> peer_times_; ///< of all rungs together
    std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<Problem>> problems_;
};

} // namespace

formats::DeviceResults measure_ladders(Workbench& workbench, const Wish& wish, const Progress& progress)
{
    progress("the device's limits");
    DeviceLimits limits(workbench, wish.quick);
    formats::DeviceResults results;
    for (const Ladder* ladder : wanted_ladders(wish))
        for (const std::string& input : wanted_cases(*ladder, wish))
            results.ladders.push_back(Climb(workbench, limits, *ladder, input, wish).measure(progress));
    results.limits = limits.figures();
    return results;
}

} // namespace lockstep::bench
