// Adding launches up, and holding the sums against targets.
#include "lens/targets.hpp"

#include "lens/advice.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace lockstep::tool
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr std::array global_paths{"global_load", "global_store"};
constexpr std::array local_paths{"local_load", "local_store"};
constexpr std::array global_counts{"requests", "sectors", "ideal_sectors", "bytes"};
constexpr std::array local_counts{"requests", "wavefronts", "conflicts", "bytes"};
constexpr std::array atomic_counts{"requests", "lanes", "same_address", "conflicts"};
constexpr std::array plain_counts{"launches",     "work_groups", "sampled_groups",
                                  "instructions", "branches",    "divergent_branches"};

double number(const Json& object, const char* key)
{
    return object.contains(key) ? object.at(key).get<double>() : 0.0;
}

template <typename Keys>
void add(Json& sum, const Json& more, const Keys& keys)
{
    for (const char* key : keys)
        if (more.contains(key))
            sum[key] = sum.value(key, std::uint64_t{0}) + more.at(key).get<std::uint64_t>();
}

// ideal / actual; nothing wasted where nothing was asked for.
void renew_efficiency(Json& counts)
{
    const bool global = counts.contains("sectors");
    const double actual = number(counts, global ? "sectors" : "wavefronts");
    const double ideal = global ? number(counts, "ideal_sectors") : actual - number(counts, "conflicts");
    counts["efficiency"] = actual > 0 ? ideal / actual : 1.0;
}

// The mean of both, each weighted by what it was measured over; to be called before the weights are added.
void mix(Json& sum, const Json& more, const char* ratio, const char* weight)
{
    if (!sum.contains(ratio) || !more.contains(ratio)) return;
    const double a = number(sum, weight);
    const double b = number(more, weight);
    if (a + b > 0) sum[ratio] = (number(sum, ratio) * a + number(more, ratio) * b) / (a + b);
}

void add_lines(Json& lines, const Json& more)
{
    for (const Json& line : more) {
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const Json& other) {
            return other.at("line") == line.at("line") && other.at("space") == line.at("space") &&
                   other.at("access") == line.at("access");
        });
        if (same == lines.end()) {
            lines.push_back(line);
            continue;
        }
        add(*same, line, global_counts);
        add(*same, line, std::array{"wavefronts", "conflicts"});
        renew_efficiency(*same);
    }
}

void add_control(Json& lines, const Json& more)
{
    for (const Json& line : more) {
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const Json& other) {
            return other.at("line") == line.at("line");
        });
        if (same == lines.end()) {
            lines.push_back(line);
            continue;
        }
        mix(*same, line, "simd_efficiency", "branches");
        add(*same, line, std::array{"branches", "divergent"});
    }
}

void add_launch(Json& sum, const Json& more)
{
    mix(sum, more, "simd_efficiency", "instructions");
    add(sum, more, plain_counts);
    for (const char* path : global_paths) {
        add(sum[path], more.at(path), global_counts);
        renew_efficiency(sum[path]);
    }
    for (const char* path : local_paths) {
        add(sum[path], more.at(path), local_counts);
        renew_efficiency(sum[path]);
    }
    if (more.contains("atomics")) add(sum["atomics"], more.at("atomics"), atomic_counts);
    sum["local_bytes"] = std::max(number(sum, "local_bytes"), number(more, "local_bytes"));
    add_lines(sum["lines"], more.value("lines", Json::array()));
    add_control(sum["control"], more.value("control", Json::array()));
    if (more.contains("occupancy") &&
        (!sum.contains("occupancy") ||
         number(more.at("occupancy"), "fraction") < number(sum.at("occupancy"), "fraction")))
        sum["occupancy"] = more.at("occupancy");
}

// Counts in full; of others as many digits as tell the two apart.
std::string told_apart(double value, double other)
{
    if (value == std::floor(value)) return fmt::format("{:.0f}", value);
    std::string text = fmt::format("{:.3g}", value);
    if (value != other && text == fmt::format("{:.3g}", other)) text = fmt::format("{:.8g}", value);
    return text;
}

std::string kernels_launched(const Json& report)
{
    std::set<std::string> names;
    for (const Json& kernel : report.at("kernels")) names.insert(kernel.at("name").get<std::string>());
    std::string list;
    for (const std::string& name : names) list += fmt::format("{}'{}'", list.empty() ? "" : ", ", name);
    return list;
}

} // namespace

int chapter_of(std::string_view metric)
{
    if (metric.starts_with("global_")) return 12;
    if (metric.starts_with("occupancy") || metric == "local_bytes") return 14;
    if (metric.starts_with("local_")) return 13;
    if (metric == "simd_efficiency" || metric == "branches" || metric == "divergent_branches") return 11;
    return 0;
}

Json all_launches(const Json& report, const std::string& kernel)
{
    Json sum;
    for (const Json& launch : report.at("kernels")) {
        if (launch.at("name") != kernel) continue;
        if (sum.is_null())
            sum = launch;
        else
            add_launch(sum, launch);
    }
    return sum;
}

double metric_of(const Json& kernel, const std::string& metric)
{
    const std::size_t dot = metric.find('.');
    const Json& value = dot == std::string::npos
                            ? kernel.at(metric)
                            : kernel.at(metric.substr(0, dot)).at(metric.substr(dot + 1));
    return value.get<double>();
}

std::optional<std::string> missed(const LensTarget& target, const Json& report, const std::string& file)
{
    const Json kernel = all_launches(report, target.kernel);
    if (kernel.is_null())
        return fmt::format("the kernel '{}' is not launched; those that are: {}", target.kernel,
                           kernels_launched(report));
    const double value = metric_of(kernel, target.metric);
    const bool low = target.min && value < *target.min;
    if (!low && !(target.max && value > *target.max)) return std::nullopt;
    const double bound = low ? *target.min : *target.max;
    const int chapter = chapter_of(target.metric);
    const std::string verdict =
        fmt::format("{} of '{}' is {}, the target is at {} {}{}", target.metric, target.kernel,
                    told_apart(value, bound), low ? "least" : "most", told_apart(bound, value),
                    chapter > 0 ? fmt::format(" (chapter {})", chapter) : "");
    const std::optional<Advice> advice = worst_for(kernel, target.metric);
    if (!advice) return verdict;
    const std::string place = file.empty()       ? fmt::format("line {}: ", advice->line)
                              : advice->line > 0 ? fmt::format("{}:{}: ", file, advice->line)
                                                 : fmt::format("{}: ", file);
    return fmt::format("{}{}; {}", place, advice->what, verdict);
}

} // namespace lockstep::tool
