// From counts to sentences.
#include "lens/advice.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>

namespace lockstep::tool
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr double worth_saying = 0.95; // an efficiency below this is

double number(const Json& object, const char* key)
{
    return object.contains(key) ? object.at(key).get<double>() : 0.0;
}

// "32", or "8.5" when it is not whole.
std::string amount(double value)
{
    const double rounded = std::round(value * 10.0) / 10.0;
    return fmt::format("{:g}", rounded);
}

// How far apart most neighbours of a request's sample are, in bytes a work-item; nothing when no distance is
// common.
std::optional<std::int64_t> common_step(const Json& lanes)
{
    std::map<std::int64_t, std::size_t> times;
    for (std::size_t i = 1; i < lanes.size(); ++i) {
        const std::int64_t bytes = lanes[i][1].get<std::int64_t>() - lanes[i - 1][1].get<std::int64_t>();
        const std::int64_t work_items = lanes[i][0].get<std::int64_t>() - lanes[i - 1][0].get<std::int64_t>();
        if (work_items > 0 && bytes % work_items == 0) ++times[std::abs(bytes / work_items)];
    }
    for (const auto& [step, count] : times)
        if (count * 4 >= (lanes.size() - 1) * 3) return step;
    return std::nullopt;
}

// How the addresses of one request lie, when that is worth a clause: ": neighbouring work-items are 256 bytes
// apart".
std::string pattern_of(const Json& line)
{
    if (!line.contains("sample") || !line.at("sample").contains("lanes")) return "";
    const Json& sample = line.at("sample");
    const Json& lanes = sample.at("lanes");
    if (lanes.size() < 2) return "";
    const bool global = line.at("space") == "global";
    const auto bytes = sample.value("bytes", std::int64_t{0});
    const std::optional<std::int64_t> step = common_step(lanes);
    if (!step) return global ? ": its addresses are scattered" : "";
    if (*step > bytes) return fmt::format(": neighbouring work-items are {} bytes apart", *step);
    if (*step < bytes || !global) return "";
    const auto first = lanes.front()[0].get<std::int64_t>();
    if (lanes.back()[0].get<std::int64_t>() - first + 1 != static_cast<std::int64_t>(lanes.size()))
        return ": some work-items in between do not take part";
    const std::int64_t beyond = lanes.front()[1].get<std::int64_t>() % 128;
    return beyond == 0 ? "" : fmt::format(": its addresses begin {} bytes after a multiple of 128", beyond);
}

std::optional<Advice> on_access(const Json& line, double threshold)
{
    const double requests = number(line, "requests");
    const bool global = line.at("space") == "global";
    const double actual = number(line, global ? "sectors" : "wavefronts");
    const double ideal = global ? number(line, "ideal_sectors") : actual - number(line, "conflicts");
    if (requests == 0 || actual == 0 || ideal >= threshold * actual) return std::nullopt;
    Advice advice{.line = line.at("line"),
                  .space = line.at("space"),
                  .access = line.at("access"),
                  .what = {},
                  .chapter = global ? 12 : 13,
                  .loss = actual - ideal};
    advice.what = fmt::format("each {} request {} {} {} where {} would do{}", advice.access,
                              global ? "touches" : "takes", amount(actual / requests),
                              global ? "sectors" : "passes through the banks", amount(ideal / requests),
                              pattern_of(line));
    return advice;
}

std::optional<Advice> on_control(const Json& line, double threshold)
{
    const double branches = number(line, "branches");
    const double divergent = number(line, "divergent");
    if (divergent == 0 || divergent < (1.0 - threshold) * branches) return std::nullopt;
    Advice advice{
        .line = line.at("line"), .space = {}, .access = {}, .what = {}, .chapter = 11, .loss = divergent};
    advice.what =
        divergent == branches
            ? "every time, the work-items of a sub-group part here: both ways are issued, one after the other"
            : fmt::format(
                  "{:g} of {:g} times, the work-items of a sub-group part here: both ways are issued, one "
                  "after the other",
                  divergent, branches);
    return advice;
}

template <typename Function>
void collect(const Json& kernel, const char* key, Function function, std::vector<Advice>& all)
{
    if (!kernel.contains(key)) return;
    for (const Json& line : kernel.at(key))
        if (const std::optional<Advice> advice = function(line)) all.push_back(*advice);
}

} // namespace

std::optional<Advice> advice_on_access(const Json& line)
{
    return on_access(line, worth_saying);
}

std::optional<Advice> advice_on_control(const Json& line)
{
    return on_control(line, worth_saying);
}

std::vector<Advice> advice_on(const Json& kernel)
{
    std::vector<Advice> all;
    collect(kernel, "lines", advice_on_access, all);
    collect(kernel, "control", advice_on_control, all);
    std::stable_sort(all.begin(), all.end(),
                     [](const Advice& a, const Advice& b) { return a.loss > b.loss; });
    return all;
}

std::optional<Advice> worst_for(const Json& kernel, std::string_view metric)
{
    std::vector<Advice> all;
    const auto on_part = [&](const Json& line) -> std::optional<Advice> {
        const std::string path =
            line.at("space").get<std::string>() + "_" + line.at("access").get<std::string>() + ".";
        return metric.starts_with(path) ? on_access(line, 1.0) : std::nullopt;
    };
    if (metric.starts_with("occupancy")) {
        if (!kernel.contains("occupancy")) return std::nullopt;
        const Json& occupancy = kernel.at("occupancy");
        if (occupancy.contains("refusal"))
            return Advice{
                .line = 0, .space = {}, .access = {}, .what = occupancy.at("refusal"), .chapter = 14};
        return Advice{.line = 0,
                      .space = {},
                      .access = {},
                      .what = fmt::format("{} work-groups fit on a compute unit, limited by {}",
                                          occupancy.at("groups").get<unsigned>(),
                                          occupancy.at("limit").get<std::string>()),
                      .chapter = 14};
    }
    if (metric == "simd_efficiency" || metric.ends_with("branches"))
        collect(
            kernel, "control", [](const Json& line) { return on_control(line, 1.0); }, all);
    else
        collect(kernel, "lines", on_part, all);
    const auto worst = std::max_element(all.begin(), all.end(),
                                        [](const Advice& a, const Advice& b) { return a.loss < b.loss; });
    return worst == all.end() ? std::nullopt : std::optional<Advice>{*worst};
}

} // namespace lockstep::tool
