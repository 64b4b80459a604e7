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
    const std::string_view rest = std::string_view{text}.substr(at);
    const auto relation =
        std::ranges::find_if(relations, [&](const auto& one) { return rest.starts_with(one.first); });
    if (relation == relations.end())
        throw Failure(fmt::format("--require '{}' compares with none of >= <= == < >.", text), example);
    Requirement requirement{.kernel = std::string(trim(text.substr(0, dot))),
                            .metric = std::string(trim(text.substr(dot + 1, at - dot - 1))),
                            .relation = relation->second};
    if (!formats::is_lens_metric(requirement.metric))
        throw Failure(fmt::format("The lens does not count '{}'. It counts:\n  {}", requirement.metric,
                                  wrapped(fmt::format("{}", fmt::join(formats::lens_metric_names(), ", ")), 2,
                                          2, report_width)),
                      example);
    requirement.bound =
        bound_of(rest.substr(relation->first.size()), formats::lens_metric(requirement.metric), text);
    return requirement;
}

std::string shown(const Requirement& requirement)
{
    return fmt::format("{}.{} {} {}", requirement.kernel, requirement.metric, sign_of(requirement.relation),
                       requirement.bound);
}

std::vector<RequirementOutcome> outcomes_of(const Requirement& requirement, const LensReport& report)
{
    const LensMetric& metric = formats::lens_metric(requirement.metric);
    std::vector<RequirementOutcome> outcomes;
    for (const LensKernel& launch : report.kernels) {
        if (requirement.kernel != "*" && requirement.kernel != launch.name) continue;
        if (std::ranges::find(outcomes, launch.name, &RequirementOutcome::kernel) != outcomes.end()) continue;
        const LensKernel kernel = all_launches(report, launch.name).value();
        require_whole_counts(kernel, metric);
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
