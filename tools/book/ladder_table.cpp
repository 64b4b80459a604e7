// The table of a ladder: what the lens counts in each rung, and what it reached on each device.
#include "book/book.hpp"
#include "book/ladder_results.hpp"
#include "book/measured_words.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/forecast_record.hpp"
#include "lockstep/formats/shown_devices.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep::book
{

namespace
{

using formats::LadderResult;
using formats::RungResult;

/// The counts of one rung in a few lines.
std::string lens_cell(const formats::LensCounts& counts)
{
    std::string cell = fmt::format("{} instructions", with_commas(counts.instructions));
    if (counts.simd_efficiency < 0.995)
        cell += fmt::format(", lanes {}&nbsp;%", percent(counts.simd_efficiency));
    for (const auto& [access, name] :
         {std::pair{counts.global_load, "loads"}, std::pair{counts.global_store, "stores"}})
        if (access.requests > 0)
            cell += fmt::format("<br>{} {}, {} sectors", with_commas(access.requests), name,
                                with_commas(access.sectors));
    const std::uint64_t passes = counts.local_load.wavefronts + counts.local_store.wavefronts;
    const std::uint64_t conflicts = counts.local_load.conflicts + counts.local_store.conflicts;
    if (passes > 0)
        cell += fmt::format("<br>local: {} passes{}", with_commas(passes),
                            conflicts > 0 ? fmt::format(", {} by conflict", with_commas(conflicts)) : "");
    if (counts.atomics.requests > 0)
        cell += fmt::format("<br>{} atomics, {} at the same address", with_commas(counts.atomics.lanes),
                            with_commas(counts.atomics.same_address));
    if (counts.atomics.conflicts > 0)
        cell += fmt::format(", {} passes by conflict", with_commas(counts.atomics.conflicts));
    return cell;
}

/// A device's column.
struct Column
{
    const formats::ShownDevice* device;
    const LadderResult* ladder;
    std::vector<formats::ForecastRow> forecasts =
        {}; ///< of its rungs; none where the lens has no rates of the device
};

/// What was forecast for the rungs of a ladder on a device.
std::vector<formats::ForecastRow> forecasts_of(const std::filesystem::path& folder, const std::string& device,
                                               const LadderResult& ladder)
{
    const auto file = folder / fmt::format("{}-forecast.json", device);
    if (!std::filesystem::exists(file)) return {};
    std::vector<formats::ForecastRow> rows = formats::read_forecast_record(file).rows;
    std::erase_if(rows, [&](const formats::ForecastRow& row) {
        return row.small || row.ladder != ladder.name || row.input != ladder.input;
    });
    return rows;
}

/// What stands small below a figure, or behind it.
std::string small(const std::string& text)
{
    return fmt::format("<span class=\"aside\">{}</span>", text);
}

/// What stands above a device's column.
std::string head_of(const Column& column)
{
    return fmt::format("{}, {}\n% of {}", escape_html(column.device->label), column.ladder->unit,
                       column.ladder->limit);
}

constexpr const char* nothing = "–";

/// A cell that names its column as well: a phone shows a row as a card, without a head above it and without what is empty.
std::string cell(const std::string& head, const std::string& content)
{
    return content == nothing ? fmt::format("<td class=\"none\">{}</td>", nothing)
                              : fmt::format("<td data-head=\"{}\">{}</td>", head, content);
}

std::string cell(const Column& column, const std::string& content)
{
    return cell(head_of(column), content);
}

constexpr const char* counts_head = "The lens counts";

/// "GROUP 256, LOADS 4"; each pair stays on one line, unless that is a phone's.
std::string in_words(const formats::Parameters& parameters)
{
    std::vector<std::string> pairs;
    for (const auto& [name, value] : parameters)
        pairs.push_back(fmt::format("{}&nbsp;{}", replace_all(name, "_", "_<wbr>"), value));
    return fmt::format("{}", fmt::join(pairs, ", "));
}

/// Parameters below a figure; where they are many they can be folded, and on a phone they are.
std::string below(const formats::Parameters& parameters)
{
    constexpr std::size_t few = 2;
    const std::string words = small(in_words(parameters));
    return parameters.size() <= few ? "<br>" + words
                                    : fmt::format("<details class=\"parameters\" open>"
                                                  "<summary>{} parameters</summary>{}</details>",
                                                  parameters.size(), words);
}

/// Whether a device's tuner chose another value for one of the parameters that were counted.
bool was_timed_otherwise(const formats::RungCounts& counted, const std::vector<Column>& columns)
{
    return std::ranges::any_of(columns, [&](const Column& column) {
        const RungResult* rung = column.ladder->find_rung(counted.name);
        if (rung == nullptr || !rung->figures || !rung->parameters) return false;
        return std::ranges::any_of(*rung->parameters, [&](const auto& chosen) {
            const auto found = counted.parameters.find(chosen.first);
            return found != counted.parameters.end() && found->second != chosen.second;
        });
    });
}

/// What the lens counted in a rung, for the table; "–" where it counted nothing.
std::string counted_cell(const formats::LadderCounts& counts, const std::string& rung,
                         const std::vector<Column>& columns)
{
    const formats::RungCounts* counted = counts.find(rung);
    if (counted == nullptr) return nothing;
    std::string cell = lens_cell(*counted);
    if (was_timed_otherwise(*counted, columns))
        cell += "<br>" + small(fmt::format("counted with {}", in_words(counted->parameters)));
    return cell;
}

/// A figure and its spread, and below them its part of the limit with its own.
std::string figure_cell(double median, const std::optional<formats::Spread>& spread,
                        const std::optional<double>& of_limit,
                        const std::optional<formats::Spread>& of_limit_spread)
{
    std::string cell = fmt::format("<strong>{}</strong>", shown(median));
    if (spread) cell += " " + small(book::in_words(*spread));
    if (of_limit) cell += fmt::format("<br>{}&nbsp;%", percent(*of_limit));
    if (of_limit && of_limit_spread) cell += " " + small(in_percent(*of_limit_spread));
    return cell;
}

std::string size_in_words(const formats::ResultExtent& extent)
{
    return extent.rows == 1 ? fmt::format("{} elements", with_commas(extent.columns))
                            : fmt::format("{} × {}", with_commas(extent.columns), with_commas(extent.rows));
}

/// "forecast 3,540": what a rung would reach if it took as long as was forecast, in the unit of its figure.
std::string forecast_in_words(const Column& column, const RungResult& rung)
{
    const auto row = std::ranges::find(column.forecasts, rung.name, &formats::ForecastRow::rung);
    if (row == column.forecasts.end() || row->times() <= 0) return {};
    return "<br>" + small(fmt::format("forecast {}", shown(rung.figures->median / row->times())));
}

std::string speed_cell(const Column& column, const std::string& name)
{
    const RungResult* rung = column.ladder->find_rung(name);
    if (rung == nullptr || !rung->figures) return nothing;
    const formats::RungFigures& figures = *rung->figures;
    std::string cell = figure_cell(figures.median, figures.spread, figures.of_limit, figures.of_limit_spread);
    if (figures.limit_times)
        cell += " " + small(fmt::format("of {:g} times the limit", *figures.limit_times));
    cell += forecast_in_words(column, *rung);
    if (figures.extent) cell += "<br>" + small(size_in_words(*figures.extent));
    if (figures.drift) cell += "<br>" + small(fmt::format("limit moved {}&nbsp;%", percent(*figures.drift)));
    if (rung->parameters && !rung->parameters->empty()) cell += below(*rung->parameters);
    return cell;
}

using Compared = std::pair<Column, Column>;

/// Two columns of which the first's figures are divided by the second's; none where none are to be, or one is missing.
std::optional<Compared> compared(const std::vector<Column>& columns)
{
    for (const Column& column : columns) {
        const auto other = std::ranges::find(columns, column.device->against,
                                             [](const Column& candidate) { return candidate.device->id; });
        if (other != columns.end()) return Compared{column, *other};
    }
    return std::nullopt;
}

std::string factor_head(const Compared& both)
{
    return fmt::format("{} / {}", escape_html(both.first.device->label),
                       escape_html(both.second.device->label));
}

/// A cell with how many times as fast the first is, "–" where one of the two was not measured.
std::string factor_cell(const Compared& both, const std::optional<double>& one,
                        const std::optional<double>& other)
{
    const bool measured = one && other && *other > 0;
    return cell(factor_head(both), measured ? fmt::format("{:.2f}", *one / *other) : nothing);
}

/// The same of a rung, if both were measured at one size.
std::string factor_cell(const Compared& both, const std::string& rung)
{
    const RungResult* one = both.first.ladder->find_rung(rung);
    const RungResult* other = both.second.ladder->find_rung(rung);
    const bool measured = one != nullptr && other != nullptr && one->figures && other->figures;
    if (!measured || one->figures->extent != other->figures->extent) return factor_cell(both, {}, {});
    return factor_cell(both, one->figures->median, other->figures->median);
}

/// @param counted whether a column shows what the lens counts.
std::string heads_of(const std::vector<Column>& columns, bool counted)
{
    std::string heads = counted ? fmt::format("<th>Rung</th><th>{}</th>", counts_head) : "<th>Rung</th>";
    for (const Column& column : columns)
        heads += fmt::format("<th>{}</th>", replace_all(head_of(column), "\n", "<br>"));
    if (const auto both = compared(columns)) heads += fmt::format("<th>{}</th>", factor_head(*both));
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

using PeerKey = std::pair<std::string, std::optional<std::uint64_t>>; // a name, and its threads

PeerKey key_of(const formats::PeerResult& peer)
{
    return {peer.name, peer.threads};
}

std::string peer_row(const PeerKey& key, const std::vector<Column>& columns, bool counted)
{
    const auto& [name, threads] = key;
    const auto median = [&key](const Column& column) -> std::optional<double> {
        const auto peer = std::ranges::find(column.ladder->peers, key, key_of);
        return peer == column.ladder->peers.end() ? std::nullopt : std::optional{peer->median};
    };
    std::string row = fmt::format("<tr class=\"peer\"><td>{}", escape_html(name));
    if (threads) row += "<br>" + small(*threads == 1 ? "one thread" : fmt::format("{} threads", *threads));
    row += "</td>";
    if (counted) row += cell(counts_head, nothing);
    for (const Column& column : columns) {
        const auto peer = std::ranges::find(column.ladder->peers, key, key_of);
        row += cell(column,
                    peer == column.ladder->peers.end()
                        ? nothing
                        : figure_cell(peer->median, peer->spread, peer->of_limit, peer->of_limit_spread));
    }
    if (const auto both = compared(columns))
        row += factor_cell(*both, median(both->first), median(both->second));
    return row + "</tr>";
}

std::string peer_rows(const std::vector<Column>& columns, bool counted)
{
    std::vector<PeerKey> keys;
    for (const Column& column : columns)
        for (const formats::PeerResult& peer : column.ladder->peers)
            if (std::ranges::find(keys, key_of(peer)) == keys.end()) keys.push_back(key_of(peer));
    std::string rows;
    for (const PeerKey& key : keys) rows += peer_row(key, columns, counted);
    return rows;
}

/// What the percents of a column are percents of.
std::optional<double> limit_of(const Column& column)
{
    const formats::LimitFigures* limits = limits_of(column.device->results, *column.ladder);
    return limits == nullptr ? std::nullopt : limit_named(*limits, column.ladder->limit);
}

std::string limit_row(const std::vector<Column>& columns, bool counted)
{
    std::string row =
        fmt::format("<tr class=\"peer\"><td>{}, at most</td>{}", escape_html(columns.front().ladder->limit),
                    counted ? cell(counts_head, nothing) : "");
    for (const Column& column : columns) {
        const LadderResult* const ladder = column.ladder;
        const std::optional<double> limit = limit_of(column);
        const auto spread = ladder->limit_spread.find(formats::limit_key(ladder->limit));
        row += cell(column,
                    limit ? figure_cell(*limit,
                                        spread == ladder->limit_spread.end() ? std::nullopt
                                                                             : std::optional{spread->second},
                                        {}, {})
                          : nothing);
    }
    if (const auto both = compared(columns))
        row += factor_cell(*both, limit_of(both->first), limit_of(both->second));
    return row + "</tr>";
}

/// How often each device climbed, and what stands behind the figures therefore.
std::string repeats_in_words(const std::vector<Column>& columns)
{
    std::vector<std::string> words;
    for (const Column& column : columns) {
        const LadderResult* const ladder = column.ladder;
        const std::uint64_t repeats = ladder->repeats();
        const std::string label = escape_html(column.device->label);
        if (repeats > 1)
            words.push_back(
                fmt::format("{}: medians of {} runs, with the lowest and the highest", label, repeats));
        else
            words.push_back(
                fmt::format("{}: one run, whose spread is not known{}", label,
                            ladder->limits ? "" : ", and what it can do at most from another one"));
    }
    const bool repeated =
        std::ranges::any_of(columns, [](const Column& column) { return column.ladder->repeats() > 1; });
    const bool forecast =
        std::ranges::any_of(columns, [](const Column& column) { return !column.forecasts.empty(); });
    return fmt::format(
        "{}.{}{}", fmt::join(words, "; "),
        repeated ? " Percents are medians of the runs' own, and not quotients of the medians." : "",
        forecast ? " Forecasts are those of the lens, for a GPU whose rates it knows, in the column's unit."
                 : "");
}

} // namespace

std::string LadderResults::table(const std::string& name, const std::string& input) const
{
    const formats::LadderCounts counts = counts_of(name);
    const std::vector<formats::ShownDevice> devices = formats::shown_devices(folder_);
    std::vector<Column> columns;
    for (const formats::ShownDevice& device : devices)
        if (const LadderResult* ladder = device.results.find_ladder(name, input))
            columns.push_back({&device, ladder, forecasts_of(folder_, device.id, *ladder)});
    if (columns.empty())
        throw Failure(fmt::format("No recorded device has a ladder '{}{}{}'. Record it: {}", name,
                                  input.empty() ? "" : "/", input, how_to_record));
    // The lens counts a ladder's first case alone.
    const bool counted = columns.front().ladder == columns.front().device->results.find_ladder(name, "");
    std::string body;
    for (const auto& [rung, idea] : rungs_of(columns)) {
        body += fmt::format("<tr><td>{}<br>{}</td>{}", code_html(rung), smart_quotes(escape_html(idea)),
                            counted ? cell(counts_head, counted_cell(counts, rung, columns)) : "");
        for (const Column& column : columns) body += cell(column, speed_cell(column, rung));
        if (const auto both = compared(columns)) body += factor_cell(*both, rung);
        body += "</tr>";
    }
    std::vector<std::string> origins;
    for (const Column& column : columns) {
        std::string origin = origin_of(formats::origin_of(column.device->results, *column.ladder));
        if (const std::vector<std::string> versions = peer_versions_of(*column.ladder); !versions.empty())
            origin += fmt::format(" (peers: {})", fmt::join(versions, "; "));
        origins.push_back(escape_html(origin));
    }
    return fmt::format("<div class=\"table-scroll\"><table "
                       "class=\"ladder\" data-ladder=\"{}\" "
                       "data-case=\"{}\"><thead><tr>{}</tr></thead><tbody>{}{}{}</tbody></table></div>"
                       "<p class=\"origin\">{}<br>{}</p>",
                       escape_html(name), escape_html(columns.front().ladder->input),
                       heads_of(columns, counted), body, peer_rows(columns, counted),
                       limit_row(columns, counted), repeats_in_words(columns), fmt::join(origins, " · "));
}

} // namespace lockstep::book
