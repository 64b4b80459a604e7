// What readers' machines reached: one table of the machines, and one of their best rungs, with the spread over the climbs.
#include "book/appendix_tables.hpp"

#include "book/measured_words.hpp"
#include "html/html.hpp"
#include "lockstep/formats/machine_recording.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace lockstep::book
{
namespace
{

using formats::KnownMachine;
using formats::LadderResult;
using formats::MachineRecording;

std::string limit_cell(const MachineRecording& recording, std::string_view name)
{
    const auto limit = formats::middle_limit(recording.results, name);
    return limit ? shown(*limit) : "–";
}

std::string degrees(const std::optional<double>& celsius)
{
    return celsius ? fmt::format("{:.0f}&nbsp;°C", *celsius) : "not told";
}

std::string degrees(const std::optional<double>& before, const std::optional<double>& after)
{
    return before || after ? degrees(before) + " to " + degrees(after) : "not told";
}

std::string machine_row(const MachineRecording& recording)
{
    const formats::Origin& origin = recording.results.origin;
    return fmt::format(
        "<tr><td>{}, {}; {}, {}</td><td>{}, driver {}; {}</td><td>{}</td><td>{}</td><td>{}</td>"
        "<td>{}</td></tr>",
        escape_html(origin.device), escape_html(recording.kind), escape_html(origin.processor),
        escape_html(origin.system), escape_html(origin.platform),
        replace_all(escape_html(origin.driver), "_", "_<wbr>"), escape_html(origin.date),
        limit_cell(recording, "copy"), limit_cell(recording, "read"), limit_cell(recording, "FMA"),
        degrees(recording.celsius_before, recording.celsius_after));
}

std::string rung_row(const MachineRecording& recording, const LadderResult& ladder)
{
    const formats::RungResult* best = formats::best_of(ladder);
    if (best == nullptr) return "";
    const formats::RungFigures& figures = *best->figures;
    const std::string spread =
        figures.spread ? fmt::format("{} to {}", shown(figures.spread->low), shown(figures.spread->high))
                       : "–";
    return fmt::format("<tr><td>{}, {} × {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}&nbsp;{}, {}</td>"
                       "<td>{:.0f}&nbsp;% of {}</td></tr>",
                       escape_html(ladder.title), ladder.columns, ladder.rows,
                       escape_html(recording.results.origin.device), escape_html(best->name),
                       figures.repeats.value_or(1), shown(figures.median), escape_html(ladder.unit), spread,
                       100 * figures.of_limit, escape_html(ladder.limit));
}

std::string table(std::string_view heads, const std::string& rows)
{
    return fmt::format(
        "<div class=\"table-scroll hardware\" tabindex=\"0\"><table class=\"markdownTable\"><thead><tr>{}"
        "</tr></thead><tbody>{}</tbody></table></div>",
        heads, rows);
}

} // namespace

std::string readers_machines(const Site& site)
{
    const std::vector<KnownMachine> machines =
        formats::read_machines(site.options.source / "bench" / "machines");
    if (machines.empty()) return "<p>No machine has come in yet.</p>";
    std::string rows;
    std::string rungs;
    for (const auto& [file, recording] : machines) rows += machine_row(recording);
    for (const LadderResult& first : machines.front().recording.results.ladders)
        for (const auto& [file, recording] : machines)
            if (const LadderResult* ladder = recording.results.find_ladder(first.name, ""))
                rungs += rung_row(recording, *ladder);
    return table("<th>device; host</th><th>OpenCL; recorded</th><th>copy GB/s</th><th>read GB/s</th>"
                 "<th>FMA GFLOP/s</th><th>°C</th>",
                 rows) +
           table("<th>ladder, size</th><th>device</th><th>best rung</th><th>climbs</th>"
                 "<th>median, lowest to highest</th><th>of the limit</th>",
                 rungs);
}

} // namespace lockstep::book
