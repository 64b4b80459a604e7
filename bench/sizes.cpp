// Measuring the curves over sizes.
#include "sizes.hpp"

#include "statistics.hpp"
#include "tuning.hpp"

#include "base/terminal.hpp"

#include <lockstep/error.hpp>
#include <lockstep/failure.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lockstep::bench
{
namespace
{

using formats::SizeCurve;
using formats::SizeCurves;
using formats::SizeLine;

/// No run may be longer.
constexpr double most_ms = 1000;

/// The median of several runs of a job of milliseconds, for some hundredths of a second at least.
template <typename Run>
double median_ms(const Run& run, double budget_seconds)
{
    std::vector<double> times;
    const Stopwatch watch;
    while (times.size() < 3 || (times.size() < 200 && watch.elapsed().count() < 1e3 * budget_seconds))
        times.push_back(run());
    return median_of(times);
}

/// One case of one ladder.
class Sizes
{
public:
    Sizes(Workbench& workbench, DeviceLimits& limits, const Ladder& ladder, std::string input,
          const RunOptions& options)
        : workbench_(workbench), limits_(limits), ladder_(ladder), input_(std::move(input)), wish_(options),
          extents_(ladder.curve_extents(workbench, input_, options.quick))
    {
        const std::vector<std::string> names = ladder.curve_rungs(workbench);
        for (const Rung& rung : ladder.rungs(workbench))
            if (std::ranges::find(names, rung.name) != names.end()) rungs_.push_back(rung);
        for (const Extent& extent : extents_) peers_.push_back(ladder.peers(workbench, input_, extent));
    }

    SizeCurve measure(const Progress& progress)
    {
        std::vector<double> limits, launches;
        for (std::size_t climb = 0; climb < wish_.repeats; ++climb) {
            limits.push_back(limits_.measure(ladder_.limit()));
            launches.push_back(1e3 * median_ms([&] { return limits_.launch_ms(); }, 0.05));
            for (std::size_t size = 0; size < extents_.size(); ++size) {
                progress(fmt::format("{}, {}, {} of {}: {} × {}", ladder_.name(), input_, climb + 1,
                                     wish_.repeats, extents_[size].columns, extents_[size].rows));
                measure(size);
            }
        }
        SizeCurve curve{.name = ladder_.name(),
                        .chapter = ladder_.chapter(),
                        .title = ladder_.title(),
                        .input = input_,
                        .unit = ladder_.unit(),
                        .limit = name_of(ladder_.limit()),
                        .at_most = to_four_digits(median_of(limits)),
                        .at_most_spread = {},
                        .launch_us = to_four_digits(median_of(launches)),
                        .work_per_element = work_per_element_,
                        .repeats = wish_.repeats,
                        .date = "",
                        .command = "",
                        .lines = {}};
        if (wish_.repeats > 1)
            curve.at_most_spread = {to_four_digits(std::ranges::min(limits)),
                                    to_four_digits(std::ranges::max(limits))};
        for (const Rung& rung : rungs_) curve.lines.push_back(line_of(rung.name, false));
        for (const Peer& peer : peers_.back()) curve.lines.push_back(line_of(peer.name, true));
        return curve;
    }

private:
    double elements(std::size_t size) const { return ladder_.elements(extents_[size]); }

    void measure(std::size_t size)
    {
        for (const Rung& rung : rungs_)
            if (is_bearable(rung.name, size)) measure(rung, size);
        for (const Peer& peer : peers_[size]) {
            const auto& call_ms = peer.call_ms ? peer.call_ms : peer.run_ms;
            call_ms(); // to warm up
            add(peer.name, size, peer.work, median_ms(call_ms, wish_.budget_seconds));
        }
    }

    /// By the size before, as if the time grew like the elements.
    bool is_bearable(const std::string& rung, std::size_t size) const
    {
        const auto found = slowest_ms_.find(rung);
        if (size == 0 || found == slowest_ms_.end()) return true;
        const auto at_smaller = found->second.find(size - 1);
        if (at_smaller == found->second.end()) return found->second.contains(size);
        return at_smaller->second * elements(size) / elements(size - 1) < most_ms;
    }

    void measure(const Rung& rung, std::size_t size)
    {
        auto& problem = problems_[size];
        if (!problem) problem = ladder_.problem(workbench_, input_, extents_[size]);
        work_per_element_ = problem->work() / elements(size);
        const auto key = std::pair{rung.name, size};
        if (!chosen_.contains(key)) {
            std::vector<formats::TriedCandidate> tried;
            chosen_[key] = wish_.quick ? rung.candidates.front() : tuned(workbench_, rung, *problem, tried);
        }
        const auto job = problem->plan(rung, chosen_.at(key));
        if (const std::string why = why_wrong(workbench_, *job); !why.empty())
            throw Failure(fmt::format("{} of '{}' is wrong at {} × {}: {}", rung.name, ladder_.name(),
                                      extents_[size].columns, extents_[size].rows, why),
                          fmt::format("./lockstep bench verify {}", ladder_.name()));
        const auto call_ms = [&] {
            const Stopwatch watch;
            job->enqueue();
            workbench_.queue().finish();
            return watch.elapsed().count();
        };
        const double ms = median_ms(call_ms, wish_.budget_seconds);
        double& slowest = slowest_ms_[rung.name][size];
        slowest = std::max(slowest, ms);
        add(rung.name, size, problem->work(), ms);
    }

    void add(const std::string& name, std::size_t size, double work, double ms)
    {
        figures_[name][size].push_back(to_four_digits(work / (1e6 * ms)));
    }

    SizeLine line_of(const std::string& name, bool is_peer) const
    {
        SizeLine line{.name = name, .is_peer = is_peer, .points = {}};
        for (const auto& [size, figures] : figures_.at(name)) {
            if (figures.size() < wish_.repeats) continue; // too slow in some of the climbs
            formats::SizePoint& point = line.points.emplace_back();
            point.elements = static_cast<std::size_t>(elements(size));
            point.median = to_four_digits(median_of(figures));
            if (figures.size() > 1) point.spread = spread_of(figures);
        }
        return line;
    }

    Workbench& workbench_;
    DeviceLimits& limits_;
    const Ladder& ladder_;
    std::string input_;
    const RunOptions& wish_;
    std::vector<Extent> extents_;
    std::vector<Rung> rungs_;
    std::vector<std::vector<Peer>> peers_; ///< at each size
    std::map<std::size_t, std::unique_ptr<Problem>> problems_;
    std::map<std::pair<std::string, std::size_t>, Parameters> chosen_;
    std::map<std::string, std::map<std::size_t, double>> slowest_ms_;
    std::map<std::string, std::map<std::size_t, std::vector<double>>> figures_; ///< of each climb
    double work_per_element_ = 0;
};

} // namespace

SizeCurves measure_sizes(Workbench& workbench, DeviceLimits& limits, const RunOptions& options,
                         const Progress& progress)
{
    SizeCurves curves;
    for (const Ladder* ladder : wanted_ladders(options)) {
        const std::string input = wanted_cases(*ladder, options).front();
        curves.curves.push_back(Sizes(workbench, limits, *ladder, input, options).measure(progress));
    }
    return curves;
}

SizeCurves with_earlier(SizeCurves curves, const formats::Origin& origin,
                        const std::optional<SizeCurves>& earlier)
{
    curves.origin = origin;
    for (SizeCurve& curve : curves.curves) {
        curve.date = origin.date;
        curve.command = origin.command;
    }
    if (!earlier) return curves;
    std::vector<SizeCurve> all; // cases stay in the order that they had
    for (const SizeCurve& curve : earlier->curves) {
        const SizeCurve* anew = curves.find(curve.name, curve.input);
        all.push_back(anew == nullptr ? curve : *anew);
    }
    for (const SizeCurve& curve : curves.curves)
        if (earlier->find(curve.name, curve.input) == nullptr) all.push_back(curve);
    curves.curves = std::move(all);
    std::ranges::stable_sort(curves.curves, {}, &SizeCurve::chapter);
    return curves;
}

void print_curves(const SizeCurves& curves)
{
    for (const SizeCurve& curve : curves.curves) {
        fmt::print("{}",
                   tool::for_terminal(fmt::format("\n{}, {}: {}, median of {} climbs, lowest to highest\n"
                                                  "  {} at most {} {}; an empty launch takes {} µs\n",
                                                  curve.title, curve.input, curve.unit, curve.repeats,
                                                  curve.limit, curve.at_most, curve.unit, curve.launch_us)));
        for (const SizeLine& line : curve.lines) {
            fmt::print("  {}\n", line.name);
            for (const formats::SizePoint& point : line.points)
                fmt::print("    {:>14} {:>10}{}\n", point.elements, point.median,
                           point.spread ? fmt::format("   {} to {}", point.spread->low, point.spread->high)
                                        : "");
        }
    }
}

} // namespace lockstep::bench
