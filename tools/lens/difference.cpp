// Changes from one report to the next, metric by metric.
#include "lens/difference.hpp"

#include "base/terminal.hpp"
#include "lens/statements.hpp"
#include "lens/targets.hpp"
#include "lens/terminal_report.hpp"
#include "lockstep/formats/lens_metrics.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lockstep::tool
{

namespace
{

using formats::LensKernel;
using formats::LensMetric;
using formats::LensReport;
using formats::MetricSubject;

MetricChange::Kind kind_of(const LensMetric& metric, double before, double now)
{
    const auto is_about = [&](std::string_view what) { return metric.name.ends_with(what); };
    if (metric.is_ratio || metric.subject == MetricSubject::occupancy)
        return now > before ? MetricChange::Kind::better : MetricChange::Kind::worse;
    if (is_about("bytes") || is_about("ideal_sectors") || is_about("launches") || is_about("work_groups") ||
        is_about(".lanes"))
        return MetricChange::Kind::neither;
    return now < before ? MetricChange::Kind::better : MetricChange::Kind::worse;
}

std::vector<std::string> names_of(const LensReport& report)
{
    std::vector<std::string> names;
    for (const LensKernel& kernel : report.kernels)
        if (std::ranges::find(names, kernel.name) == names.end()) names.push_back(kernel.name);
    return names;
}

std::string told(double value, bool is_ratio)
{
    return is_ratio ? percent(value) : with_commas(static_cast<std::uint64_t>(std::llround(value)));
}

std::string row(const MetricChange& change)
{
    std::string by;
    if (!change.is_ratio && change.before > 0)
        by = fmt::format("{:+.1f} %", (change.now / change.before - 1.0) * 100.0);
    const std::string text =
        fmt::format("  {:<27}{:>14}  ->{:>14}  {:>9}  ", change.metric, told(change.before, change.is_ratio),
                    told(change.now, change.is_ratio), by);
    switch (change.kind) {
    case MetricChange::Kind::better:
        return text + styled("better", Style::good) + "\n";
    case MetricChange::Kind::worse:
        return text + styled("worse", Style::bad) + "\n";
    case MetricChange::Kind::neither:
        break;
    }
    return text + "\n";
}

std::string launched(const LensKernel& kernel)
{
    return fmt::format("{}, {} work-items in work-groups of {}", counted(kernel.launches, "launch"),
                       sizes(kernel.global_size), sizes(kernel.local_size));
}

// What makes two counts of a kernel hard to compare; empty: nothing does.
std::string other_launches(const LensReport& before, const LensReport& now, const std::string& name)
{
    const LensKernel first = all_launches(before, name).value();
    const LensKernel second = all_launches(now, name).value();
    if (launched(first) == launched(second)) return "";
    return "  " +
           wrapped(
               fmt::format("(launched in another way: {} before, {} now)", launched(first), launched(second)),
               2, 2, report_width) +
           "\n";
}

bool has(const LensKernel& kernel, MetricSubject subject)
{
    return subject == MetricSubject::occupancy  ? kernel.occupancy.has_value()
           : subject == MetricSubject::forecast ? kernel.forecast.has_value()
           : subject == MetricSubject::caches   ? kernel.caches.has_value()
                                                : true;
}

std::string device_difference(const LensReport& before, const LensReport& now)
{
    const std::vector<MetricChange> changes = changes_between(before, now);
    std::string text;
    const std::vector<std::string> known = names_of(before);
    const std::vector<std::string> names = names_of(now);
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) == known.end()) {
            text += fmt::format("\n{}   was not launched before\n", styled(name, Style::strong));
            continue;
        }
        std::string differences = other_launches(before, now, name);
        for (const MetricChange& change : changes)
            if (change.kernel == name) differences += row(change);
        if (!differences.empty()) text += fmt::format("\n{}\n{}", styled(name, Style::strong), differences);
    }
    for (const std::string& name : known)
        if (std::ranges::find(names, name) == names.end())
            text += fmt::format("\n{}   is not launched any more\n", styled(name, Style::strong));
    const auto of_kind = [&](MetricChange::Kind kind) {
        return static_cast<std::uint64_t>(std::ranges::count(changes, kind, &MetricChange::kind));
    };
    if (text.empty()) return fmt::format("nothing, in {}\n", counted(names.size(), "kernel"));
    return fmt::format("{} better, {} worse\n{}", counted(of_kind(MetricChange::Kind::better), "figure"),
                       of_kind(MetricChange::Kind::worse), text);
}

} // namespace

std::vector<MetricChange> changes_between(const LensReport& before, const LensReport& now)
{
    std::vector<MetricChange> changes;
    for (const std::string& name : names_of(now)) {
        const std::optional<LensKernel> old = all_launches(before, name);
        if (!old) continue;
        const LensKernel kernel = all_launches(now, name).value();
        for (const LensMetric& metric : formats::lens_metrics()) {
            if (!has(*old, metric.subject) || !has(kernel, metric.subject)) continue;
            const double first = metric.of(*old);
            const double second = metric.of(kernel);
            if (first == second) continue;
            changes.push_back({name, std::string(metric.name), metric.is_ratio, first, second,
                               kind_of(metric, first, second)});
        }
    }
    return changes;
}

bool any_worse(const formats::LensReports& before, const formats::LensReports& now)
{
    return std::ranges::any_of(now.reports, [&](const LensReport& report) {
        return std::ranges::any_of(before.reports, [&](const LensReport& old) {
            if (old.device.id != report.device.id) return false;
            const std::vector<MetricChange> changes = changes_between(old, report);
            return std::ranges::find(changes, MetricChange::Kind::worse, &MetricChange::kind) !=
                   changes.end();
        });
    });
}

std::string difference_report(const formats::LensReports& before, const formats::LensReports& now,
                              const std::string& name_before)
{
    std::string text;
    for (const LensReport& report : now.reports) {
        const auto old = std::ranges::find_if(
            before.reports, [&](const LensReport& one) { return one.device.id == report.device.id; });
        text += text.empty() ? "" : "\n";
        text += old == before.reports.end()
                    ? fmt::format("{} has no counts for {}.\n", name_before, report.device.id)
                    : fmt::format("What changed since {} on {}: {}", name_before, report.device.id,
                                  device_difference(*old, report));
        if (old == before.reports.end()) continue;
        for (const auto& [one, when] : {std::pair{&*old, "before"}, std::pair{&report, "now"}})
            if (!one->sampling.empty())
                text += "\n" + wrapped(fmt::format("{}: {}", when, one->sampling), 0, 2, report_width) + "\n";
    }
    return text;
}

} // namespace lockstep::tool
