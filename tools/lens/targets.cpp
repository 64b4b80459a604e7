// Adding launches up, and holding the sums against targets.
#include "lens/targets.hpp"

#include "lens/advice.hpp"
#include "lens/asked.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lockstep::tool
{

namespace
{

using formats::LensControl;
using formats::LensKernel;
using formats::LensLine;
using formats::MetricSubject;

// The mean of both, each weighted by what it was measured over; to be called before the weights are added.
void mix(double& sum, double more, std::uint64_t weight, std::uint64_t more_weight)
{
    const auto a = static_cast<double>(weight);
    const auto b = static_cast<double>(more_weight);
    if (a + b > 0) sum = (sum * a + more * b) / (a + b);
}

void add_lines(std::vector<LensLine>& lines, const std::vector<LensLine>& more)
{
    for (const LensLine& line : more) {
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const LensLine& other) {
            return other.line == line.line && other.column == line.column && other.file == line.file &&
                   other.space() == line.space() && other.access == line.access &&
                   other.vector == line.vector;
        });
        if (same == lines.end())
            lines.push_back(line);
        else
            same->add(line);
    }
}

void add_control(std::vector<LensControl>& lines, const std::vector<LensControl>& more)
{
    for (const LensControl& line : more) {
        const auto same = std::ranges::find_if(lines, [&](const LensControl& other) {
            return other.line == line.line && other.file == line.file;
        });
        if (same == lines.end()) {
            lines.push_back(line);
            continue;
        }
        mix(same->simd_efficiency, line.simd_efficiency, same->instructions, line.instructions);
        same->branches += line.branches;
        same->divergent += line.divergent;
        same->loop_exits += line.loop_exits;
        same->skips += line.skips;
        same->instructions += line.instructions;
        same->alone += line.alone;
    }
}

/// What both take together, bound by what takes longest of all; nothing where one has none.
void add_forecast(std::optional<formats::LensForecast>& sum, const std::optional<formats::LensForecast>& more)
{
    if (!sum || !more) return sum.reset();
    sum->microseconds += more->microseconds;
    sum->copies = std::max(sum->copies, more->copies);
    for (std::size_t i = 0; i < std::min(sum->terms.size(), more->terms.size()); ++i)
        sum->terms[i].microseconds += more->terms[i].microseconds;
    const auto bound = std::ranges::max_element(sum->terms, {}, &formats::LensForecast::Term::microseconds);
    if (bound != sum->terms.end()) sum->bound = bound->name;
}

void add_launch(LensKernel& sum, const LensKernel& more)
{
    mix(sum.simd_efficiency, more.simd_efficiency, sum.instructions, more.instructions);
    sum.launches += more.launches;
    sum.work_groups += more.work_groups;
    sum.sampled_groups += more.sampled_groups;
    sum.skipped_groups += more.skipped_groups;
    sum.estimated = sum.estimated || more.estimated;
    sum.instructions += more.instructions;
    sum.branches += more.branches;
    sum.divergent_branches += more.divergent_branches;
    sum.global_load.add(more.global_load);
    sum.global_store.add(more.global_store);
    sum.local_load.add(more.local_load);
    sum.local_store.add(more.local_store);
    sum.atomics.add(more.atomics);
    sum.image_read.add(more.image_read);
    sum.image_write.add(more.image_write);
    sum.local_bytes = std::max(sum.local_bytes, more.local_bytes);
    for (const std::string& memory : more.not_counted)
        if (std::ranges::find(sum.not_counted, memory) == sum.not_counted.end())
            sum.not_counted.push_back(memory);
    add_forecast(sum.forecast, more.forecast);
    if (sum.work && more.work)
        sum.work->add(*more.work);
    else
        sum.work.reset();
    add_lines(sum.lines, more.lines);
    add_control(sum.control, more.control);
    if (more.occupancy && (!sum.occupancy || more.occupancy->fraction < sum.occupancy->fraction))
        sum.occupancy = more.occupancy;
    if (sum.caches && more.caches) sum.caches->add(*more.caches);
}

template <typename Wanted>
std::optional<LensKernel> sum_of(const formats::LensReport& report, Wanted is_wanted)
{
    std::optional<LensKernel> sum;
    for (const LensKernel& launch : report.kernels) {
        if (!is_wanted(launch)) continue;
        if (sum)
            add_launch(*sum, launch);
        else
            sum = launch;
    }
    return sum;
}

std::string kernels_launched(const formats::LensReport& report)
{
    std::set<std::string> names;
    for (const LensKernel& kernel : report.kernels) names.insert(kernel.name);
    std::string list;
    for (const std::string& name : names) list += fmt::format("{}'{}'", list.empty() ? "" : ", ", name);
    return list;
}

formats::LensReport launches_in(const formats::LensReport& report, const std::string& test_case)
{
    formats::LensReport part{.device = report.device, .kernels = {}};
    for (const LensKernel& kernel : report.kernels)
        if (kernel.test_case == test_case) part.kernels.push_back(kernel);
    return part;
}

// The text of the line that an advice is about, and what one of its requests asks for.
std::string line_of(const Advice& advice, const LensKernel& kernel, MetricSubject subject,
                    const formats::LensDevice& device)
{
    if (advice.line == 0) return "";
    const LensLine* most = nullptr;
    for (const LensLine& line : kernel.lines) {
        const bool same = line.line == advice.line && line.file == advice.file && is_about(subject, line) &&
                          (advice.column == 0 || advice.column == line.column);
        if (same && (most == nullptr || most->actual() < line.actual())) most = &line;
    }
    const auto control = std::ranges::find_if(kernel.control, [&](const LensControl& line) {
        return line.line == advice.line && line.file == advice.file;
    });
    const std::string source = most != nullptr                   ? most->source
                               : control != kernel.control.end() ? control->source
                                                                 : "";
    if (source.empty()) return "";
    const std::string asks = most != nullptr ? asked_for(*most, device) : "";
    return fmt::format("{} | {}{}{}", advice.line, trim(source), asks.empty() ? "" : "\n", asks);
}

// What is said when the launches of `report` miss a target; see missed().
std::optional<Miss> missed_by(const LensTarget& target, const formats::LensReport& report,
                              const std::string& file)
{
    const formats::LensMetric& metric = formats::lens_metric(target.metric);
    const std::optional<LensKernel> kernel = all_launches(report, target.kernel);
    if (!kernel) {
        const std::string names = kernels_launched(report);
        return Miss{.text = fmt::format("the kernel '{}' is not launched; {}", target.kernel,
                                        names.empty() ? "nor is any other" : "those that are: " + names),
                    .line = {}};
    }
    const double value = metric.of(*kernel);
    const bool low = target.min && value < *target.min;
    if (!low && !(target.max && value > *target.max)) return std::nullopt;
    const double bound = low ? *target.min : *target.max;
    const int chapter = chapter_of(metric.subject);
    const std::string verdict =
        fmt::format("{} of '{}' is {}, the target is at {} {}{}", target.metric, target.kernel,
                    told_apart(value, bound), low ? "least" : "most", told_apart(bound, value),
                    chapter > 0 ? fmt::format(" (chapter {})", chapter) : "");
    const bool of_memory =
        metric.subject == MetricSubject::global_load || metric.subject == MetricSubject::global_store ||
        metric.subject == MetricSubject::local_load || metric.subject == MetricSubject::local_store;
    const std::optional<Advice> advice = of_memory && target.metric.ends_with(".requests")
                                             ? most_requests(*kernel, metric.subject)
                                             : worst_for(*kernel, report.device, metric.subject);
    if (!advice) return Miss{.text = verdict, .line = {}};
    const std::string place = file.empty()       ? fmt::format("line {} of the kernel: ", advice->line)
                              : advice->line > 0 ? fmt::format("{}:{}: ", file, advice->line)
                                                 : fmt::format("{}: ", file);
    return Miss{.text = fmt::format("{}{}; {}", place, advice->what, verdict),
                .line = line_of(*advice, *kernel, metric.subject, report.device)};
}

} // namespace

int chapter_of(MetricSubject subject)
{
    switch (subject) {
    case MetricSubject::control:
        return 11;
    case MetricSubject::global_load:
    case MetricSubject::global_store:
        return 12;
    case MetricSubject::local_load:
    case MetricSubject::local_store:
        return 13;
    case MetricSubject::local_memory:
    case MetricSubject::occupancy:
        return 14;
    case MetricSubject::atomics:
    case MetricSubject::image_read:
    case MetricSubject::image_write:
    case MetricSubject::caches:
    case MetricSubject::forecast:
    case MetricSubject::launches:
        break;
    }
    return 0;
}

std::optional<LensKernel> all_launches(const formats::LensReport& report, const std::string& kernel)
{
    return sum_of(report, [&](const LensKernel& launch) { return launch.name == kernel; });
}

std::optional<LensKernel> all_launches(const formats::LensReport& report, const std::string& kernel,
                                       std::uint64_t source)
{
    return sum_of(report,
                  [&](const LensKernel& launch) { return launch.name == kernel && launch.source == source; });
}

std::optional<LensKernel> all_launches(const formats::LensReport& report)
{
    return sum_of(report, [](const LensKernel&) { return true; });
}

std::optional<double> counted_for(const LensTarget& target, const formats::LensReport& report,
                                  std::span<const std::string> cases)
{
    const formats::LensMetric& metric = formats::lens_metric(target.metric);
    std::optional<double> worst;
    for (const std::string& name : cases) {
        if (!target.test_case.empty() && name != target.test_case) continue;
        const std::optional<LensKernel> kernel = all_launches(launches_in(report, name), target.kernel);
        if (!kernel) continue;
        const double value = metric.of(*kernel);
        if (!worst || (target.min ? value < *worst : value > *worst)) worst = value;
    }
    return worst;
}

std::optional<Miss> missed(const LensTarget& target, const formats::LensReport& report,
                           std::span<const std::string> cases, const std::string& file)
{
    if (cases.empty()) return missed_by(target, report, file);
    std::optional<Miss> first;
    std::size_t others = 0;
    for (const std::string& name : cases) {
        if (!target.test_case.empty() && name != target.test_case) continue;
        auto miss = missed_by(target, launches_in(report, name), file);
        if (!miss) continue;
        if (first) {
            ++others;
            continue;
        }
        if (cases.size() > 1) miss->text += fmt::format(", in the case \"{}\"", name);
        first = std::move(miss);
    }
    if (others > 0) first->text += fmt::format(" and {} more", others);
    return first;
}

} // namespace lockstep::tool
