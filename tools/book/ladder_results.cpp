// What the book asks bench/results for: one number each.
#include "book/ladder_results.hpp"

#include "book/measured_words.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/lens_metrics.hpp"
#include "lockstep/formats/measurements.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::book
{
namespace
{

using formats::LadderResult;
using formats::NamedRow;
using formats::RungResult;

std::vector<std::string> parts_of(std::string_view query)
{
    std::vector<std::string> parts;
    while (true) {
        const auto colon = query.find(':');
        parts.emplace_back(trim(query.substr(0, colon)));
        if (colon == std::string_view::npos) return parts;
        query.remove_prefix(colon + 1);
    }
}

template <typename Named>
std::string names_in(const std::vector<Named>& list)
{
    std::vector<std::string> names;
    for (const Named& entry : list) names.push_back(entry.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

template <typename Named>
const Named& entry_of(const std::vector<Named>& list, const std::string& name, const char* what)
{
    const auto found = std::ranges::find(list, name, &Named::name);
    if (found == list.end())
        throw Failure(fmt::format("There is no {} '{}' in the results, but {}.", what, name, names_in(list)));
    return *found;
}

const formats::RungFigures& figures_of(const RungResult& rung)
{
    if (!rung.figures)
        throw Failure(fmt::format("The rung '{}' has no figure: {}", rung.name, rung.refused.value_or("")));
    return *rung.figures;
}

/// A peer's name may hold colons: std::inclusive_scan.
std::string rest_from(const std::vector<std::string>& words, std::ptrdiff_t first)
{
    return fmt::format("{}", fmt::join(words.begin() + first, words.end(), ":"));
}

std::string size_of(const LadderResult& ladder, const std::string& side)
{
    if (side != "columns" && side != "rows")
        throw Failure(fmt::format("A ladder's size has columns and rows, but no '{}'.", side));
    return with_commas(side == "columns" ? ladder.columns : ladder.rows);
}

std::string in_times(const RungResult& rung, const std::string& peer)
{
    const std::optional<double> ratio = figures_of(rung).of(peer);
    if (!ratio) throw Failure(fmt::format("'{}' was not measured in turn with '{}'.", rung.name, peer));
    return times(*ratio);
}

std::string spread_of(const RungResult& rung)
{
    if (!figures_of(rung).spread)
        throw Failure(fmt::format("The rung '{}' was measured in one run, which has no spread.", rung.name));
    return in_words(*figures_of(rung).spread);
}

std::string parameter_of(const RungResult& rung, const std::string& name)
{
    const formats::Parameters parameters = rung.parameters.value_or(formats::Parameters{});
    const auto found = parameters.find(name);
    if (found == parameters.end())
        throw Failure(fmt::format("The rung '{}' has no parameter '{}'.", rung.name, name));
    return std::to_string(found->second);
}

/// @param words DEVICE:LADDER:limit or DEVICE:LADDER:limit NAME.
std::string limit_of(const formats::DeviceResults& results, const LadderResult& ladder,
                     const std::string& word)
{
    const std::string name = word == "limit" ? ladder.limit : word.substr(6);
    const formats::LimitFigures* limits = limits_of(results, ladder);
    const std::optional<double> limit = limits == nullptr ? std::nullopt : limit_named(*limits, name);
    if (!limit)
        throw Failure(fmt::format("The results of '{}' hold no limit '{}'.", ladder.name, name),
                      "limit copy, limit read, limit FMA; on a CPU also limit native copy and so on");
    return shown(*limit);
}

std::string value_of(const formats::DeviceResults& results, const LadderResult& ladder,
                     const std::vector<std::string>& words)
{
    if (words.size() == 3 && (words[2] == "limit" || words[2].starts_with("limit ")))
        return limit_of(results, ladder, words[2]);
    if (words[2] == "size" && words.size() == 4) return size_of(ladder, words[3]);
    if (words[2].starts_with("peer "))
        return shown(entry_of(ladder.peers, rest_from(words, 2).substr(5), "peer").median);
    const RungResult& rung = entry_of(ladder.rungs, words[2], "rung");
    if (words.size() == 3) return shown(figures_of(rung).median);
    const std::string field = rest_from(words, 3);
    if (field == "spread") return spread_of(rung);
    if (field == "error" && figures_of(rung).error) return fmt::format("{:.1e}", *figures_of(rung).error);
    if (field == "percent") return percent(figures_of(rung).of_limit);
    if (field.starts_with("of ")) return in_times(rung, field.substr(3));
    if (field.starts_with("over "))
        return times(figures_of(rung).median /
                     figures_of(entry_of(ladder.rungs, field.substr(5), "rung")).median);
    return parameter_of(rung, field);
}

/// The conditions of "stride=1,bytes=4" as pairs.
std::vector<std::pair<std::string, std::string>> conditions_of(std::string_view rest)
{
    std::vector<std::pair<std::string, std::string>> conditions;
    while (!rest.empty()) {
        const auto condition = rest.substr(0, rest.find(','));
        const auto equals = condition.find('=');
        conditions.emplace_back(condition.substr(0, equals),
                                equals == std::string_view::npos ? "" : condition.substr(equals + 1));
        rest.remove_prefix(std::min(condition.size() + 1, rest.size()));
    }
    return conditions;
}

bool fits(const NamedRow& row, const std::string& conditions)
{
    return std::ranges::all_of(conditions_of(conditions), [&](const auto& condition) {
        const NamedRow::Cell* cell = row.find(condition.first);
        return cell != nullptr && cell->text == condition.second;
    });
}

bool fits(const formats::Parameters& parameters, const std::string& conditions)
{
    return std::ranges::all_of(conditions_of(conditions), [&](const auto& condition) {
        const auto found = parameters.find(condition.first);
        return found != parameters.end() && std::to_string(found->second) == condition.second;
    });
}

std::string best_tried(const RungResult& rung, const std::string& conditions)
{
    double best = 0;
    for (const formats::TriedCandidate& candidate : rung.tried)
        if (candidate.best && fits(candidate.parameters, conditions)) best = std::max(best, *candidate.best);
    if (best == 0) throw Failure(fmt::format("No candidate of '{}' has {}.", rung.name, conditions));
    return shown(best);
}

std::string cell_of(const formats::NamedRows& rows, const std::vector<std::string>& words)
{
    const auto row =
        std::ranges::find_if(rows.rows, [&](const NamedRow& one) { return fits(one, words[2]); });
    if (row == rows.rows.end())
        throw Failure(fmt::format("'{}.json' has no row with {}.", words[1], words[2]));
    const NamedRow::Cell* cell = row->find(words[3]);
    if (cell == nullptr || !cell->number)
        throw Failure(
            fmt::format("The row of '{}.json' with {} has no number '{}'.", words[1], words[2], words[3]));
    const bool is_count = cell->text.find_first_not_of("0123456789") == std::string::npos;
    return is_count ? with_commas(std::stoull(cell->text)) : shown(*cell->number);
}

/// @param words lens:LADDER:RUNG:METRIC.
Measured count_of(const formats::LadderCounts& counts, const std::vector<std::string>& words)
{
    const formats::RungCounts* rung = counts.find(words[2]);
    if (rung == nullptr) throw Failure(fmt::format("The lens has not counted a rung '{}'.", words[2]));
    const formats::LensMetric& metric = formats::lens_metric(words[3]);
    const double value = metric.of(*rung);
    return {metric.is_ratio ? percent(value) : with_commas(static_cast<std::uint64_t>(value)),
            fmt::format("the lens, {}: lockstep bench count {}", counts.device, words[1])};
}

} // namespace

const formats::DeviceResults& LadderResults::results_of(const std::string& device)
{
    auto at = devices_.find(device);
    if (at == devices_.end())
        at = devices_.emplace(device, formats::read_device_results(folder_, device)).first;
    return at->second;
}

const LadderResult& LadderResults::ladder_of(const std::string& device, std::string_view name)
{
    const auto slash = name.find('/');
    const LadderResult* found = results_of(device).find_ladder(
        name.substr(0, slash), slash == std::string_view::npos ? "" : name.substr(slash + 1));
    if (found == nullptr)
        throw Failure(
            fmt::format("The results of {} hold no ladder '{}'. Record it: {}", device, name, how_to_record));
    return *found;
}

formats::LadderCounts LadderResults::counts_of(const std::string& ladder) const
{
    const auto file = folder_ / fmt::format("lens-{}.json", ladder);
    if (!std::filesystem::exists(file))
        throw Failure(fmt::format("There are no results {}.", file.string()),
                      fmt::format("./lockstep bench count {} --record", ladder));
    return formats::read_ladder_counts(file);
}

Measured LadderResults::find(std::string_view query)
{
    const std::vector<std::string> words = parts_of(query);
    if (words.size() < 3)
        throw Failure(fmt::format("'{}' names no result. Write DEVICE:LADDER:RUNG.", query));
    if (words[0] == "lens" && words.size() == 4) return count_of(counts_of(words[1]), words);
    if (words[0] == "row" && words.size() == 4) {
        const formats::NamedRows rows = formats::read_named_rows(folder_, words[1]);
        return {cell_of(rows, words), origin_of(rows.origin)};
    }
    if (words[0] == "tried" && words.size() == 5) {
        const LadderResult& ladder = ladder_of(words[1], words[2]);
        return {best_tried(entry_of(ladder.rungs, words[3], "rung"), words[4]),
                origin_of(formats::origin_of(results_of(words[1]), ladder))};
    }
    if (words[1] == "limit")
        throw Failure(fmt::format("'{}' names no ladder, and each has limits of its own.", query),
                      "DEVICE:LADDER[/CASE]:limit, or limit copy, limit read, limit FMA behind it");
    const formats::DeviceResults& results = results_of(words[0]);
    const LadderResult& ladder = ladder_of(words[0], words[1]);
    return {value_of(results, ladder, words), origin_of(formats::origin_of(results, ladder))};
}

} // namespace lockstep::book
