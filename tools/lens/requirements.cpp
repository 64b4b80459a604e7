// Bounds on counts: reading them, and holding reports against them.
#include "lens/requirements.hpp"

#include "base/terminal.hpp"
#include "lens/advice.hpp"
#include "lens/targets.hpp"
#include "lens/terminal_report.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/lens_metrics.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace lockstep::tool
{

namespace
{

using formats::LensKernel;
using formats::LensMetric;
using formats::LensReport;
using formats::MetricSubject;

constexpr const char* example = "--require 'turn.global_store.efficiency>=0.99'";

// The longer ones first, so that "<=" is not taken for "<".
constexpr std::array<std::pair<std::string_view, Relation>, 5> relations{{{">=", Relation::at_least},
                                                                          {"<=", Relation::at_most},
                                                                          {"==", Relation::equal},
                                                                          {"<", Relation::below},
                                                                          {">", Relation::above}}};

std::string_view sign_of(Relation relation)
{
    return std::ranges::find(relations, relation, &std::pair<std::string_view, Relation>::second)->first;
}

bool holds(double value, Relation relation, double bound)
{
    switch (relation) {
    case Relation::at_least:
        return value >= bound;
    case Relation::at_most:
        return value <= bound;
    case Relation::equal:
        return value == bound;
    case Relation::below:
        return value < bound;
    case Relation::above:
        break;
    }
    return value > bound;
}

double bound_of(std::string_view text, const LensMetric& metric, const std::string& whole)
{
    text = trim(text);
    const bool percent = text.ends_with('%');
    const std::string_view digits = percent ? trim(text.substr(0, text.size() - 1)) : text;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
        throw Failure(fmt::format("'{}' in --require '{}' is no number.", text, whole), example);
    if (percent && !metric.is_ratio)
        throw Failure(fmt::format("{} is a count, and '{}' a share.", metric.name, text),
                      fmt::format("a number without %, or a ratio: --require '{}'",
                                  whole.substr(0, whole.find('.')) + ".simd_efficiency>=50%"));
    return percent ? value / 100.0 : value;
}

std::string known_kernels(const LensReport& report)
{
    std::vector<std::string> names;
    for (const LensKernel& kernel : report.kernels)
        if (std::ranges::find(names, kernel.name) == names.end()) names.push_back(kernel.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

[[noreturn]] void refuse_kernel(const std::string& name, const LensReport& report)
{
    const std::string known = known_kernels(report);
    throw Failure(fmt::format("No kernel '{}' was launched. {}", name,
                              known.empty() ? "No other was, either."
                                            : wrapped("These were: " + known + ".", 30, 2, report_width)),
                  known.empty() ? "" : "one of these names");
}

// Whether a part of the launch gives the same value as the whole.
bool needs_all_groups(const LensMetric& metric)
{
    return !metric.is_ratio && metric.name != "launches" && metric.name != "work_groups" &&
           metric.subject != MetricSubject::local_memory && metric.subject != MetricSubject::occupancy;
}

void require_whole_counts(const LensKernel& kernel, const LensMetric& metric)
{
    if (kernel.truncated)
        throw Failure(
            fmt::format("'{}' was not counted to its end, so nothing can be required of it.", kernel.name),
            "smaller launches, or fewer work-groups: --groups 64");
    if (kernel.sampled_groups < kernel.work_groups && needs_all_groups(metric))
        throw Failure(fmt::format("Only {} of {} of '{}' were counted, so {} is no more than an estimate.",
                                  with_commas(kernel.sampled_groups),
                                  counted(kernel.work_groups, "work-group"), kernel.name, metric.name),
                      "the same without --groups, or a ratio such as global_load.efficiency");
}

bool is_of_line(MetricSubject subject)
{
    using enum MetricSubject;
    return subject != local_memory && subject != occupancy && subject != caches && subject != forecast &&
           subject != launches;
}

/// What a kernel does in one line of the program's text. @throws Failure where it does nothing that is counted.
LensKernel of_line(LensKernel kernel, int line)
{
    const auto is_other = [line](const auto& entry) { return entry.line != line || !entry.file.empty(); };
    std::erase_if(kernel.lines, is_other);
    std::erase_if(kernel.control, is_other);
    if (kernel.lines.empty() && kernel.control.empty())
        throw Failure(fmt::format("'{}' executes nothing in line {}.", kernel.name, line),
                      "a line that the report shows");
    kernel.global_load = kernel.global_store = {};
    kernel.local_load = kernel.local_store = {};
    kernel.image_read = kernel.image_write = {};
    kernel.atomics = {};
    kernel.branches = kernel.divergent_branches = 0;
    for (const formats::LensLine& entry : kernel.lines) {
        const bool stores = entry.access == formats::MemoryAccess::store;
        if (entry.access == formats::MemoryAccess::atomic) {
            kernel.atomics.add({.requests = entry.requests(),
                                .lanes = entry.lanes,
                                .same_address = entry.same_address,
                                .conflicts = entry.is_global() ? 0 : entry.actual() - entry.ideal()});
        } else if (const auto* global = std::get_if<formats::GlobalCounts>(&entry.counts)) {
            (stores ? kernel.global_store : kernel.global_load).add(*global);
        } else if (const auto* local = std::get_if<formats::LocalCounts>(&entry.counts)) {
            (stores ? kernel.local_store : kernel.local_load).add(*local);
        } else {
            (entry.access == formats::MemoryAccess::write ? kernel.image_write : kernel.image_read)
                .add(std::get<formats::ImageCounts>(entry.counts));
        }
    }
    for (const formats::LensControl& entry : kernel.control) {
        kernel.branches += entry.branches;
        kernel.divergent_branches += entry.divergent;
        kernel.simd_efficiency = entry.simd_efficiency;
    }
    return kernel;
}

// Whether a ratio is 1 because there is nothing that it could be a ratio of.
bool of_nothing(const LensKernel& kernel, const LensMetric& metric)
{
    const std::string_view memory = metric.name.substr(0, metric.name.find('.'));
    const std::string requests = fmt::format("{}.requests", memory);
    return metric.is_ratio && formats::is_lens_metric(requests) &&
           formats::lens_metric(requests).of(kernel) == 0;
}

void tell_where_to_look(RequirementOutcome& outcome, const LensKernel& kernel, const LensReport& report,
                        MetricSubject subject)
{
    const std::optional<Advice> advice = worst_for(kernel, report.device, subject);
    if (!advice) return;
    outcome.look = sentence(*advice);
    if (!advice->file.empty()) {
        outcome.look = fmt::format("Line {}: {}", line_name(advice->line, advice->file), outcome.look);
        return;
    }
    outcome.line = advice->line;
    outcome.column = advice->column;
}

} // namespace

Requirement parse_requirement(const std::string& text)
{
    const std::size_t at = text.find_first_of("<>=");
    const std::size_t dot = text.find('.');
    if (at == std::string::npos || dot == std::string::npos || dot > at)
        throw Failure(
            fmt::format("--require '{}' is not KERNEL.METRIC, one of >= <= == < >, and a number.", text),
            example);
    std::string kernel{trim(text.substr(0, dot))};
    int line = 0;
    if (const std::size_t colon = kernel.find(':'); colon != std::string::npos) {
        const char* const end = kernel.data() + kernel.size();
        const auto [last, error] = std::from_chars(kernel.data() + colon + 1, end, line);
        if (error != std::errc{} || last != end || line < 1)
            throw Failure(fmt::format("'{}' in --require '{}' is no line.", kernel.substr(colon + 1), text),
                          "--require 'turn:5.global_store.efficiency>=0.99'");
        kernel.resize(colon);
    }
    const std::string_view rest = std::string_view{text}.substr(at);
    const auto relation =
        std::ranges::find_if(relations, [&](const auto& one) { return rest.starts_with(one.first); });
    if (relation == relations.end())
        throw Failure(fmt::format("--require '{}' compares with none of >= <= == < >.", text), example);
    Requirement requirement{.kernel = std::move(kernel),
                            .line = line,
                            .metric = std::string(trim(text.substr(dot + 1, at - dot - 1))),
                            .relation = relation->second};
    if (!formats::is_lens_metric(requirement.metric))
        throw Failure(fmt::format("The lens does not count '{}'. It counts:\n  {}", requirement.metric,
                                  wrapped(fmt::format("{}", fmt::join(formats::lens_metric_names(), ", ")), 2,
                                          2, report_width)),
                      example);
    if (line > 0 && !is_of_line(formats::lens_metric(requirement.metric).subject))
        throw Failure(fmt::format("{} is of a kernel, not of a line.", requirement.metric),
                      "the same without the line, or a metric of requests: --require "
                      "'turn:5.global_store.efficiency>=0.99'");
    requirement.bound =
        bound_of(rest.substr(relation->first.size()), formats::lens_metric(requirement.metric), text);
    return requirement;
}

std::string shown(const Requirement& requirement)
{
    return fmt::format("{}{}.{} {} {}", requirement.kernel,
                       requirement.line > 0 ? fmt::format(":{}", requirement.line) : "", requirement.metric,
                       sign_of(requirement.relation), requirement.bound);
}

std::vector<RequirementOutcome> outcomes_of(const Requirement& requirement, const LensReport& report)
{
    const LensMetric& metric = formats::lens_metric(requirement.metric);
    std::vector<RequirementOutcome> outcomes;
    for (const LensKernel& launch : report.kernels) {
        if (requirement.kernel != "*" && requirement.kernel != launch.name) continue;
        if (std::ranges::find(outcomes, launch.name, &RequirementOutcome::kernel) != outcomes.end()) continue;
        LensKernel kernel = all_launches(report, launch.name).value();
        require_whole_counts(kernel, metric);
        if (requirement.line > 0) kernel = of_line(std::move(kernel), requirement.line);
        const double value = metric.of(kernel);
        RequirementOutcome outcome{.met = holds(value, requirement.relation, requirement.bound),
                                   .kernel = kernel.name};
        Requirement own = requirement;
        own.kernel = kernel.name;
        outcome.sentence = fmt::format("{} on {}: it is {}", shown(own), report.device.id,
                                       told_apart(value, requirement.bound));
        if (of_nothing(kernel, metric)) outcome.sentence += ", since there is no such request";
        outcome.sentence += ".";
        outcome.source = kernel.source;
        if (!outcome.met) tell_where_to_look(outcome, kernel, report, metric.subject);
        outcomes.push_back(std::move(outcome));
    }
    if (outcomes.empty()) refuse_kernel(requirement.kernel, report);
    return outcomes;
}

LensReport only_kernels(LensReport report, const std::vector<std::string>& names)
{
    if (names.empty()) return report;
    for (const std::string& name : names)
        if (std::ranges::find(report.kernels, name, &LensKernel::name) == report.kernels.end())
            refuse_kernel(name, report);
    std::erase_if(report.kernels, [&](const LensKernel& kernel) {
        return std::ranges::find(names, kernel.name) == names.end();
    });
    return report;
}

} // namespace lockstep::tool
