// The table of a ladder: what the lens counts in each rung, and what it reached on each device.
#include "book/book.hpp"
#include "book/ladder_results.hpp"
#include "book/measured_words.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
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
    return cell;
}

/// What the lens counted in a rung, for the table; "–" where it counted nothing.
std::string counted_cell(const formats::LadderCounts& counts, const std::string& rung)
{
    const formats::RungCounts* counted = counts.find(rung);
    return counted == nullptr ? "–" : lens_cell(*counted);
}

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

std::string LadderResults::table(const std::string& name, const std::string& input) const
{
    const formats::LadderCounts counts = counts_of(name);
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
