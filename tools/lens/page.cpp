// The lens report as one HTML file: its parts, the book's colours, and the report as data.
#include "lens/page.hpp"

#include "draw/lens_picture.hpp"
#include "html/highlight.hpp"
#include "html/standalone.hpp"
#include "lens/advice.hpp"
#include "lens/forecasts.hpp"
#include "lens/ranking.hpp"
#include "lens/statements.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <regex>
#include <tuple>
#include <utility>

namespace lockstep::tool
{
namespace
{

using nlohmann::json; // its keys are sorted

/// The pictures of a page: requests that look alike share one.
class Pictures
{
public:
    /// The number of the picture of a line's sample; -1 when there are too many already, or nothing can be drawn.
    int number_of(const formats::LensDevice& device, const formats::LensLine& line)
    {
        if (!line.is_global() && device.local_banks == 0) return -1;
        const formats::LensSample& sample = *line.sample;
        const Key key{device.id,        line.space(), line.access, sample.group,
                      sample.sub_group, sample.bytes, sample.lanes};
        const auto [place, is_new] = known_.try_emplace(key, static_cast<int>(drawings_.size()));
        if (is_new && drawings_.size() == most_pictures_of_a_page) {
            known_.erase(place);
            return -1;
        }
        if (is_new)
            drawings_.push_back(
                slim(lens_picture(device, line, {.name = "picture-" + std::to_string(drawings_.size())})));
        return place->second;
    }

    const std::vector<std::string>& drawings() const { return drawings_; }

private:
    /// Everything that a picture shows.
    using Key = std::tuple<std::string, formats::MemorySpace, formats::MemoryAccess, formats::Size3,
                           std::uint64_t, unsigned, std::vector<formats::LensSample::Lane>>;

    std::map<Key, int> known_;
    std::vector<std::string> drawings_;

    /// Without the colours' second values and the line ends: the page's style sheet has both.
    static std::string slim(const std::string& svg)
    {
        static const std::regex second_value(R"((var\(--fig-[a-z0-9-]+), [^)']*\))");
        static const std::regex ends(
            R"( stroke-linecap="round" stroke-linejoin="round"| font-family="[^"]*")");
        return std::regex_replace(std::regex_replace(svg, ends, ""), second_value, "$1)");
    }
};

json advice_of(const formats::LensKernel& kernel, const formats::LensDevice& device)
{
    json list = json::array();
    for (const Advice& advice : advice_on(kernel, device))
        list.push_back({{"line", advice.line},
                        {"file", advice.file},
                        {"space", advice.space},
                        {"access", advice.access},
                        {"column", advice.column},
                        {"whole", advice.whole},
                        {"sentence", sentence(advice)}});
    return list;
}

json table_json(const ReportTable& table)
{
    json rows = json::array();
    for (const ReportTable::Row& row : table.rows) rows.push_back({{"cells", row.cells}, {"bad", row.bad}});
    return {{"titles", table.titles}, {"rows", std::move(rows)}};
}

json tables_json(const formats::LensKernel& kernel)
{
    json tables = json::array();
    for (const ReportTable& table : tables_of(kernel)) tables.push_back(table_json(table));
    return tables;
}

json facts_json(const formats::LensKernel& kernel, const formats::LensDevice& device)
{
    json facts = json::array();
    for (const ReportFact& fact : facts_of(kernel, device))
        facts.push_back({{"name", fact.name}, {"value", fact.value}, {"bad", fact.bad}});
    if (kernel.forecast)
        facts.push_back({{"name", "forecast"}, {"value", forecast_text(*kernel.forecast)}, {"bad", false}});
    return facts;
}

/// The forecast's roofs, the one that bounds the launch first, each as long as its share of that.
json roofs_json(const formats::LensForecast& forecast)
{
    std::vector<formats::LensForecast::Term> roofs = forecast.terms;
    std::ranges::stable_sort(roofs, std::ranges::greater{}, &formats::LensForecast::Term::microseconds);
    json list = json::array();
    for (const formats::LensForecast::Term& roof : roofs)
        if (roof.microseconds > 0)
            list.push_back({{"name", roof.name},
                            {"time", time_text(roof.microseconds)},
                            {"share", roof.microseconds / forecast.microseconds}});
    return list;
}

/// With the text of its line, where that is of another file than the program's text: of those there are only such lines.
template <typename Line>
json with_text(json shown, const Line& line)
{
    if (!line.file.empty()) shown["html"] = highlight(line.source, "opencl");
    return shown;
}

json with_statement(json shown, const ReportLine& line)
{
    shown["cells"] = line.cells;
    shown["marked"] = line.marked;
    shown["note"] = line.note;
    return shown;
}

/// A line's counts, with the number of its picture instead of the sample.
json shown_line(const formats::LensDevice& device, formats::LensLine line, bool several, Pictures& pictures)
{
    const ReportLine statement = report_line(line, device, several);
    if (!line.sample || line.sample->lanes.empty())
        return with_statement(with_text(formats::json_of(line), line), statement);
    const int picture = pictures.number_of(device, line);
    line.sample.reset();
    json shown = with_text(formats::json_of(line), line);
    shown["picture"] = picture;
    return with_statement(std::move(shown), statement);
}

/// How control flowed through a line, with the rows that the terminal tells of it.
json shown_control(const formats::LensControl& line, const formats::LensKernel& kernel)
{
    json shown = with_text(formats::json_of(line), line);
    shown["rows"] = json::array();
    for (const ReportLine& row : report_control(line, kernel))
        shown["rows"].push_back(with_statement({}, row));
    shown["marked"] = advice_on_control(line).has_value();
    shown["active"] = percent(line.simd_efficiency) + " active";
    return shown;
}

json shown_kernel(const formats::LensDevice& device, formats::LensKernel kernel, Pictures& pictures)
{
    json advice = advice_of(kernel, device);
    json tables = tables_json(kernel);
    json facts = facts_json(kernel, device);
    json control = json::array();
    for (const formats::LensControl& line : kernel.control)
        if (json shown = shown_control(line, kernel); !shown["rows"].empty())
            control.push_back(std::move(shown));
    json lines = json::array();
    for (const formats::LensLine& line : kernel.lines)
        lines.push_back(shown_line(device, line, is_one_of_several(line, kernel), pictures));
    kernel.lines.clear();
    json shown = formats::json_of(kernel);
    if (kernel.forecast) shown["roofs"] = roofs_json(*kernel.forecast);
    shown["advice"] = std::move(advice);
    shown["tables"] = std::move(tables);
    shown["facts"] = std::move(facts);
    shown["sizes"] = {{"global", sizes(kernel.global_size)}, {"local", sizes(kernel.local_size)}};
    shown["control"] = std::move(control);
    shown["lines"] = std::move(lines);
    return shown;
}

json shown_report(const formats::LensReport& report, Pictures& pictures)
{
    json shown = formats::json_of(report.device);
    shown["verdict"] = verdict_of(report);
    const std::vector<RankedKernel> kernels = ranked(report);
    const std::vector<formats::LensFinding> findings = findings_of(report);
    const auto of_verdict = std::ranges::find_if(report.kernels, [&](const formats::LensKernel& kernel) {
        return !findings.empty() && kernel.name == findings.front().kernel &&
               kernel.source == findings.front().source && kernel.launch == findings.front().launch;
    });
    shown["first"] = of_verdict == report.kernels.end() ? 0 : of_verdict - report.kernels.begin();
    if (kernels.size() > 1) shown["ranking"] = table_json(ranking_table(kernels, kernels.size()));
    shown["geometry"] = geometry_of(report.device);
    shown["basis"] = report.basis;
    shown["assumptions"] = assumptions_of(report);
    shown["sampling"] = report.sampling;
    shown["forecast_error"] = report.forecast_error;
    shown["kernels"] = json::array();
    for (const formats::LensKernel& kernel : report.kernels)
        shown["kernels"].push_back(shown_kernel(report.device, kernel, pictures));
    return shown;
}

json highlighted_sources(const std::vector<std::string>& texts)
{
    json sources = json::array();
    for (const std::string& text : texts) sources.push_back(highlight(text, "opencl"));
    return sources;
}

} // namespace

std::string lens_page(const formats::LensReports& all_reports, const PageParts& parts,
                      const std::string& title)
{
    Pictures pictures;
    json reports = json::array();
    for (const formats::LensReport& report : all_reports.reports)
        reports.push_back(shown_report(report, pictures));
    const json data = {
        {"reports", std::move(reports)},   {"sources", highlighted_sources(all_reports.sources)},
        {"pictures", pictures.drawings()}, {"most_pictures", most_pictures_of_a_page},
        {"most_advice", most_told_advice}, {"no_line", formats::no_line}};
    return standalone_html({.command = "lens",
                            .title = title,
                            .folder = parts.own,
                            .styles = parts.styles,
                            .data = data.dump(-1, ' ', false, json::error_handler_t::replace)},
                           parts.common);
}

} // namespace lockstep::tool
