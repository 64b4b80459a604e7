// Measuring a ladder: each rung verified, tuned, and timed in turn with its peers, between two looks at the limit.
#include "climb.hpp"

#include "peers/native.hpp"
#include "repeats.hpp"
#include "statistics.hpp"
#include "tuning.hpp"

#include <lockstep/error.hpp>
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

double figure(double work, double ms)
{
    return to_four_digits(work / (1e6 * ms));
}

double ratio(double part, double whole)
{
    return to_thousandths(part / whole);
}

Extent halved(Extent extent)
{
    (extent.rows > extent.columns ? extent.rows : extent.columns) /= 2;
    return extent;
}

/// Measures one case of one ladder, again and again: what was tuned, found bearable and verified stays.
class Climb
{
public:
    Climb(Workbench& workbench, DeviceLimits& limits, const Ladder& ladder, std::string input,
          const RunOptions& options)
        : workbench_(workbench), limits_(limits), ladder_(ladder), input_(std::move(input)), wish_(options),
          full_(ladder.timed_extent(workbench, input_, options.quick)),
          peers_(ladder.peers(workbench, input_, full_))
    {
        for (const Peer& peer : peers_) peer.run_ms();
    }

    /// Once through all rungs. @param climb for the progress line: "2 of 5".
    LadderResult measure(const std::string& climb, const Progress& progress)
    {
        const Stopwatch watch;
        preparing_ms_ = 0;
        own_limits_.clear();
        peers_beside_.assign(peers_.size(), {});
        LadderResult result{.name = ladder_.name(),
                            .chapter = ladder_.chapter(),
                            .title = ladder_.title(),
                            .input = input_,
                            .chart = ladder_.chart(input_),
                            .unit = ladder_.unit(),
                            .limit = name_of(ladder_.limit()),
                            .limits = limits_.look(),
                            .limit_spread = {},
                            .machine = {},
                            .columns = full_.columns,
                            .rows = full_.rows,
                            .rungs = {},
                            .peers = {},
                            .command = "",
                            .date = ""};
        for (const Rung& rung : wanted_rungs(ladder_, workbench_, wish_)) {
            progress(fmt::format("{}, {}{}: {}", ladder_.name(), input_, climb, rung.shown_name()));
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
            if (const PeerTimes& beside = peers_beside_[p]; !beside.times.empty()) {
                PeerResult& peer = result.peers.emplace_back();
                peer.name = peers_[p].name;
                peer.version = peers_[p].version;
                if (peer.version.empty() && peers_[p].threads > 0) peer.version = native::compiler();
                peer.median = figure(peers_[p].work, median_of(beside.times));
                peer.best = figure(peers_[p].work, std::ranges::min(beside.times));
                if (!beside.parts.empty()) peer.of_limit = to_thousandths(median_of(beside.parts));
                if (peers_[p].threads > 0) peer.threads = peers_[p].threads;
            }
        if (!own_limits_.empty()) set_own_limit(*result.limits, to_four_digits(median_of(own_limits_)));
        climb_ms_ = watch.elapsed().count() - preparing_ms_;
        return result;
    }

    /// Whether a climb like the last one, with all rungs tuned and verified, still fits into the time that the case may take.
    bool has_time() const
    {
        return !wish_.case_seconds || watch_.elapsed().count() + climb_ms_ <= 1e3 * *wish_.case_seconds;
    }

private:
    /// A peer in one climb: its times beside all rungs together, and its part of the limit beside each.
    struct PeerTimes
    {
        std::vector<double> times;
        std::vector<double> parts;
    };

    /// The ladder's own limit was looked at beside every rung: that counts, and not the one look before the climb.
    void set_own_limit(formats::LimitFigures& limits, double looks) const
    {
        switch (ladder_.limit()) {
        case LimitKind::copy:
            limits.copy_gbps = looks;
            break;
        case LimitKind::read:
            limits.read_gbps = looks;
            break;
        case LimitKind::fma:
            limits.fma_gflops = looks;
            break;
        case LimitKind::matrix_fma:
            limits.matrix_fma_gflops = looks;
            break;
        }
    }

    Problem& problem(const Extent& extent)
    {
        auto& slot = problems_[{extent.columns, extent.rows}];
        if (!slot) slot = ladder_.problem(workbench_, input_, extent);
        return *slot;
    }

    /// The largest extent, full or halved again and again, at which the rung is not too slow to wait for. A small extent may
    /// leave most of the device idle, so where the rung seems too slow, it is tried at the largest extent that seems bearable.
    Extent bearable(const Rung& rung)
    {
        const double most_ms = 1e3 * std::min(1.0, wish_.budget_seconds);
        Extent tried = full_;
        for (int i = 0; i < 8; ++i) tried = halved(tried);
        if (tried.columns < 1024 && tried.rows <= 1) return full_;
        for (;;) {
            const double per_element = once_ms(rung, tried) / ladder_.elements(tried);
            Extent extent = full_;
            while (per_element * ladder_.elements(extent) > most_ms &&
                   ladder_.elements(extent) > ladder_.elements(tried))
                extent = halved(extent);
            if (ladder_.elements(extent) == ladder_.elements(tried) ||
                ladder_.elements(extent) == ladder_.elements(full_))
                return extent;
            tried = extent;
        }
    }

    /// How long the rung takes with its first choice, the second time.
    double once_ms(const Rung& rung, const Extent& extent)
    {
        const auto job = problem(extent).plan(rung, rung.candidates.front());
        job->enqueue();
        workbench_.queue().finish();
        return run_ms(*job);
    }

    /// Whether the device can do that: a limit that seems too low is measured again before a figure is refused.
    bool is_believable(double figure)
    {
        const LimitKind limit = ladder_.limit();
        const auto highest = [&] { return std::max(limits_.highest(limit), limits_.highest_native(limit)); };
        for (int look = 0; look < 5 && figure > believable * highest(); ++look) limits_.measure(limit);
        return figure <= believable * highest();
    }

    /// What the first climb chose for a rung.
    struct Choice
    {
        Extent extent;
        Parameters parameters;
    };

    Choice chosen(const Rung& rung, RungResult& row)
    {
        const auto found = choices_.find(rung.shown_name());
        if (found != choices_.end()) return found->second;
        const Extent extent = bearable(rung);
        const Parameters parameters =
            wish_.quick ? rung.candidates.front()
                        : tuned(workbench_, rung, problem(extent), row.tried, most_tuning_ms());
        return choices_[rung.shown_name()] = {extent, parameters};
    }

    /// Half of the case's time is for tuning, the same part for each rung.
    double most_tuning_ms() const
    {
        if (!wish_.case_seconds) return HUGE_VAL;
        return 1e3 * *wish_.case_seconds / 2 /
               static_cast<double>(wanted_rungs(ladder_, workbench_, wish_).size());
    }

    /// What the first climb found.
    Verdict verdict(const Rung& rung, Plan& job)
    {
        if (const auto found = verdicts_.find(rung.shown_name()); found != verdicts_.end()) {
            job.enqueue(); // to warm up
            workbench_.queue().finish();
            return found->second;
        }
        Verdict verdict{.mistake = why_wrong(workbench_, job)};
        if (verdict.mistake.empty()) verdict.error = job.error();
        return verdicts_[rung.shown_name()] = verdict;
    }

    void measure(const Rung& rung, RungResult& row)
    {
        const Stopwatch preparing;
        const auto [extent, parameters] = chosen(rung, row);
        Problem& on = problem(extent);
        const auto job = on.plan(rung, parameters);
        row.parameters = parameters;
        const auto [why, error] = verdict(rung, *job);
        preparing_ms_ += preparing.elapsed().count();
        row.verified = why.empty();
        if (!why.empty()) {
            row.refused = why;
            return;
        }
        const double before = limits_.measure(ladder_.limit());
        std::vector<double> times;
        std::vector<std::vector<double>> beside(peers_.size());
        time(*job, times, beside);
        const double after = limits_.measure(ladder_.limit());
        const double median = figure(on.work(), median_of(times));
        if (!is_believable(median * rung.operations)) {
            row.refused = fmt::format("{} {} is more than the device can do", median, ladder_.unit());
            return;
        }
        RungFigures& figures = row.figures.emplace();
        figures.median = median;
        figures.best = figure(on.work(), std::ranges::min(times));
        figures.runs = times.size();
        const double limit = std::max(before, after);
        own_limits_.push_back(limit);
        figures.of_limit = ratio(median * rung.operations, limit);
        if (rung.operations != 1) figures.limit_times = ratio(1, rung.operations);
        for (std::size_t p = 0; p < peers_.size(); ++p) {
            const double peer = figure(peers_[p].work, median_of(beside[p]));
            figures.of_peer.push_back({peers_[p].name, ratio(median, peer)});
            peers_beside_[p].parts.push_back(peer / limit);
        }
        if (error >= 0) figures.error = error;
        if (extent.columns != full_.columns || extent.rows != full_.rows)
            figures.extent = {extent.columns, extent.rows};
        const double drift = std::abs(after - before) / limit;
        if (drift > most_drift) figures.drift = ratio(drift, 1);
    }

    /// The rung and its peers in turn, until the budget is used up.
    void time(Plan& job, std::vector<double>& times, std::vector<std::vector<double>>& beside)
    {
        constexpr std::size_t most = 200;
        const std::size_t fewest = wish_.quick || wish_.repeats > 2 ? 3 : 5;
        const Stopwatch watch;
        while (times.size() < fewest ||
               (times.size() < most && watch.elapsed().count() < 1e3 * wish_.budget_seconds)) {
            times.push_back(run_ms(job));
            for (std::size_t p = 0; p < peers_.size(); ++p) {
                beside[p].push_back(peers_[p].run_ms());
                peers_beside_[p].times.push_back(beside[p].back());
            }
        }
    }

    Stopwatch watch_; ///< since the case began, its peers' first runs included
    Workbench& workbench_;
    DeviceLimits& limits_;
    const Ladder& ladder_;
    std::string input_;
    const RunOptions& wish_;
    Extent full_;
    std::vector<Peer> peers_;
    std::vector<PeerTimes> peers_beside_;
    std::vector<double> own_limits_; ///< beside each rung of one climb
    double preparing_ms_ = 0;        ///< of one climb: tuning and verifying
    double climb_ms_ = 0;            ///< of the last climb: all the rest
    std::map<std::string, Choice> choices_;
    std::map<std::string, Verdict> verdicts_;
    std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<Problem>> problems_;
};

} // namespace

formats::DeviceResults measure_ladders(Workbench& workbench, DeviceLimits& limits, const RunOptions& options,
                                       const Progress& progress)
{
    formats::DeviceResults results;
    for (const Ladder* ladder : wanted_ladders(options))
        for (const std::string& input : wanted_cases(*ladder, options)) {
            Climb climb(workbench, limits, *ladder, input, options);
            std::vector<LadderResult> climbs;
            while (climbs.empty() || (climbs.size() < options.repeats && climb.has_time()))
                climbs.push_back(climb.measure(
                    options.repeats > 1 ? fmt::format(", {} of {}", climbs.size() + 1, options.repeats) : "",
                    progress));
            results.ladders.push_back(combined(climbs));
        }
    return results;
}

} // namespace lockstep::bench
