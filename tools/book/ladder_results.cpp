// Reading bench/results for the book.
#include "book/ladder_results.hpp"

#include "book/book.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/lens_metrics.hpp"
#include "lockstep/formats/measurements.hpp"
#include "lockstep/formats/rung_counts.hpp"
#include "lockstep/formats/shown_devices.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::book
{
namespace
{

using formats::LadderResult;
using formats::NamedRow;
using formats::Origin;
using formats::RungResult;

constexpr const char* how_to_record = "./lockstep bench --json bench/results/NAME-ladders.json";

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

std::string with_commas(std::string digits)
{
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

/// 6.0 · 10⁻⁸.
std::string in_powers_of_ten(double value)
{
    constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const int power = static_cast<int>(std::floor(std::log10(value)));
    std::string exponent;
    for (const char digit : std::to_string(-power))
        exponent += digits.at(static_cast<std::size_t>(digit - '0'));
    return fmt::format("{:.1f} · 10⁻{}", value / std::pow(10, power), exponent);
}

/// Three digits: 4,310; 431; 43.1; 4.31; 0.43; below a thousandth two, and a power of ten.
std::string shown(double value)
{
    if (value > 0 && value < 0.001) return in_powers_of_ten(value);
    if (value >= 1000) return with_commas(fmt::format("{:.0f}", std::round(value / 10) * 10));
    return value >= 100  ? fmt::format("{:.0f}", value)
           : value >= 10 ? fmt::format("{:.1f}", value)
                         : fmt::format("{:.2f}", value);
}

/// 0.03, 0.5, 3, 97.
std::string percent(double part)
{
    const double value = 100 * part;
    return value < 0.1 ? fmt::format("{:.2f}", value)
           : value < 1 ? fmt::format("{:.1f}", value)
                       : fmt::format("{:.0f}", value);
}

/// 26, 2.4, 0.96.
std::string times(double ratio)
{
    return ratio >= 10  ? with_commas(fmt::format("{:.0f}", ratio))
           : ratio >= 2 ? fmt::format("{:.1f}", ratio)
                        : fmt::format("{:.2f}", ratio);
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

/// @param command of the ladder, where the file holds several runs; else the file's own.
std::string origin_of(const Origin& origin, const std::string& command = "")
{
    return fmt::format("{}: {}", in_words(origin), command.empty() ? origin.command : command);
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
    return with_commas(std::to_string(side == "columns" ? ladder.columns : ladder.rows));
}

std::string in_times(const RungResult& rung, const std::string& peer)
{
    const std::optional<double> ratio = figures_of(rung).of(peer);
    if (!ratio) throw Failure(fmt::format("'{}' was not measured in turn with '{}'.", rung.name, peer));
    return times(*ratio);
}

std::string parameter_of(const RungResult& rung, const std::string& name)
{
    const formats::Parameters parameters = rung.parameters.value_or(formats::Parameters{});
    const auto found = parameters.find(name);
    if (found == parameters.end())
        throw Failure(fmt::format("The rung '{}' has no parameter '{}'.", rung.name, name));
    return std::to_string(found->second);
}

std::string value_of(const LadderResult& ladder, const std::vector<std::string>& words)
{
    if (words[2] == "size" && words.size() == 4) return size_of(ladder, words[3]);
    if (words[2].starts_with("peer "))
        return shown(entry_of(ladder.peers, rest_from(words, 2).substr(5), "peer").median);
    const RungResult& rung = entry_of(ladder.rungs, words[2], "rung");
    if (words.size() == 3) return shown(figures_of(rung).median);
    const std::string field = rest_from(words, 3);
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
    return shown(*cell->number);
}

// What the lens counts in the rungs.

/// The counts of one rung in a few lines.
std::string lens_cell(const formats::LensCounts& counts)
{
    const auto grouped = [](std::uint64_t value) { return with_commas(std::to_string(value)); };
    std::string cell = fmt::format("{} instructions", grouped(counts.instructions));
    if (counts.simd_efficiency < 0.995)
        cell += fmt::format(", lanes {}&nbsp;%", percent(counts.simd_efficiency));
    for (const auto& [access, name] :
         {std::pair{counts.global_load, "loads"}, std::pair{counts.global_store, "stores"}})
        if (access.requests > 0)
            cell +=
                fmt::format("<br>{} {}, {} sectors", grouped(access.requests), name, grouped(access.sectors));
    const std::uint64_t passes = counts.local_load.wavefronts + counts.local_store.wavefronts;
    const std::uint64_t conflicts = counts.local_load.conflicts + counts.local_store.conflicts;
    if (passes > 0)
        cell += fmt::format("<br>local: {} passes{}", grouped(passes),
                            conflicts > 0 ? fmt::format(", {} by conflict", grouped(conflicts)) : "");
    if (counts.atomics.requests > 0)
        cell += fmt::format("<br>{} atomics, {} at the same address", grouped(counts.atomics.lanes),
                            grouped(counts.atomics.same_address));
    return cell;
}

formats::LadderCounts read_counts(const std::filesystem::path& folder, const std::string& ladder)
{
    const auto file = folder / fmt::format("lens-{}.json", ladder);
    if (!std::filesystem::exists(file))
        throw Failure(fmt::format("There are no results {}.", file.string()),
                      fmt::format("./lockstep bench --lens {} --record", ladder));
    return formats::read_ladder_counts(file);
}

/// @param words lens:LADDER:RUNG:METRIC.
Measured counted(const formats::LadderCounts& counts, const std::vector<std::string>& words)
{
    const formats::RungCounts* rung = counts.find(words[2]);
    if (rung == nullptr) throw Failure(fmt::format("The lens has not counted a rung '{}'.", words[2]));
    const formats::LensMetric& metric = formats::lens_metric(words[3]);
    const double value = metric.of(*rung);
    return {metric.is_ratio ? percent(value) : with_commas(fmt::format("{:.0f}", value)),
            fmt::format("the lens, {}: lockstep bench --lens {}", counts.device, words[1])};
}

/// What the lens counted in a rung, for the table; "–" where it counted nothing.
std::string counted_cell(const formats::LadderCounts& counts, const std::string& rung)
{
    const formats::RungCounts* counted = counts.find(rung);
    return counted == nullptr ? "–" : lens_cell(*counted);
}

// The tables of the ladders.

std::string speed_cell(const RungResult* rung)
{
    if (rung == nullptr || !rung->figures) return "–";
    return fmt::format("<strong>{}</strong><br>{}&nbsp;%", shown(rung->figures->median),
                       percent(rung->figures->of_limit));
}

/// A device's column.
struct Column
{
    const formats::ShownDevice* device;
    const LadderResult* ladder;
};

std::string head_of(const std::vector<Column>& columns)
{
    std::string heads = "<th>Rung</th><th>The lens counts</th>";
    for (const auto& [device, ladder] : columns)
        heads += fmt::format("<th>{}, {}<br>% of {}</th>", escape_html(device->label), ladder->unit,
                             ladder->limit);
    return heads;
}

/// Names and ideas; the last column's come first: a GPU's own before a CPU's own.
std::vector<std::pair<std::string, std::string>> rungs_of(const std::vector<Column>& columns)
{
    std::vector<std::pair<std::string, std::string>> rungs;
    for (auto column = columns.rbegin(); column != columns.rend(); ++column)
        for (const RungResult& rung : column->ladder->rungs)
            if (std::ranges::none_of(rungs, [&](const auto& other) { return other.first == rung.name; }))
                rungs.emplace_back(rung.name, rung.idea);
    return rungs;
}

std::string peer_rows(const std::vector<Column>& columns)
{
    std::string rows;
    for (const Column& own : columns)
        for (const formats::PeerResult& peer : own.ladder->peers) {
            rows += fmt::format("<tr class=\"peer\"><td>{}</td><td>–</td>", escape_html(peer.name));
            for (const Column& column : columns)
                rows += column.ladder == own.ladder
                            ? fmt::format("<td><strong>{}</strong></td>", shown(peer.median))
                            : "<td>–</td>";
            rows += "</tr>";
        }
    return rows;
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

Measured LadderResults::find(std::string_view query)
{
    const std::vector<std::string> words = parts_of(query);
    if (words.size() < 3)
        throw Failure(fmt::format("'{}' names no result. Write DEVICE:LADDER:RUNG.", query));
    if (words[0] == "lens" && words.size() == 4) return counted(read_counts(folder_, words[1]), words);
    if (words[0] == "row" && words.size() == 4) {
        const formats::NamedRows rows = formats::read_named_rows(folder_, words[1]);
        return {cell_of(rows, words), origin_of(rows.origin)};
    }
    if (words[0] == "tried" && words.size() == 5) {
        const LadderResult& ladder = ladder_of(words[1], words[2]);
        return {best_tried(entry_of(ladder.rungs, words[3], "rung"), words[4]),
                origin_of(results_of(words[1]).origin, ladder.command)};
    }
    const formats::DeviceResults& results = results_of(words[0]);
    if (words[1] == "limit") {
        const std::optional<double> limit = limit_named(results.limits, words[2]);
        if (!limit) throw Failure(fmt::format("The results of {} hold no limit '{}'.", words[0], words[2]));
        return {shown(*limit), origin_of(results.origin)};
    }
    const LadderResult& ladder = ladder_of(words[0], words[1]);
    return {value_of(ladder, words), origin_of(results.origin, ladder.command)};
}

std::string LadderResults::table(const std::string& name, const std::string& input)
{
    const formats::LadderCounts counts = read_counts(folder_, name);
    const std::vector<formats::ShownDevice> devices = formats::shown_devices(folder_);
    std::vector<Column> columns;
    for (const formats::ShownDevice& device : devices)
        if (const LadderResult* ladder = device.results.find_ladder(name, input))
            columns.push_back({&device, ladder});
    if (columns.empty())
        throw Failure(fmt::format("No recorded device has a ladder '{}{}{}'. Record it: {}", name,
                                  input.empty() ? "" : "/", input, how_to_record));
    std::string body;
    for (const auto& [rung, idea] : rungs_of(columns)) {
        body += fmt::format("<tr><td>{}<br>{}</td><td>{}</td>", code_html(rung),
                            smart_quotes(escape_html(idea)), counted_cell(counts, rung));
        for (const Column& column : columns)
            body += fmt::format("<td>{}</td>", speed_cell(column.ladder->find_rung(rung)));
        body += "</tr>";
    }
    std::vector<std::string> origins;
    for (const Column& column : columns)
        origins.push_back(escape_html(origin_of(column.device->results.origin, column.ladder->command)));
    return fmt::format("<div class=\"table-scroll\"><table "
                       "class=\"ladder\"><thead><tr>{}</tr></thead><tbody>{}{}</tbody></table></div>"
                       "<p class=\"origin\">{}</p>",
                       head_of(columns), body, peer_rows(columns), fmt::join(origins, " · "));
}

} // namespace lockstep::book
