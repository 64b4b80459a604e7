// The figures of all GPUs that the lens knows, in tables: every figure with the document that it comes from.
#include "book/appendix_tables.hpp"

#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/sourced_figures.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace lockstep::book
{

using formats::JsonReader;
using formats::SourcedFigures;

namespace
{

enum class Unit
{
    count,
    kibi,
    mebi,
    thousandth
};

struct Figure
{
    const char* section;
    const char* name;
    Unit unit = Unit::count;
};

struct FigureColumn
{
    const char* head;
    std::vector<Figure>
        figures; ///< shown with " × " or " / " between them; none: the year of the GPU's release
    const char* between = " / ";
};

struct Subject
{
    const char* name;
    std::vector<FigureColumn> columns;
};

const std::vector<Subject>& subjects()
{
    static const std::vector<Subject> all{
        {"compute",
         {{"year", {}},
          {"compute units", {{"execution", "compute_units"}}},
          {"sub-group", {{"execution", "sub_group_size"}}},
          {"schedulers of a unit", {{"unit", "simds"}}},
          {"TFLOP/s", {{"execution", "peak_gflops", Unit::thousandth}}},
          {"matrix TFLOP/s", {{"execution", "matrix_gflops", Unit::thousandth}}},
          {"GB/s", {{"execution", "peak_gbps"}}}}},
        {"memory",
         {{"lanes merged", {{"global", "lanes"}}},
          {"piece moved, bytes", {{"global", "segment_bytes"}}},
          {"cache line, bytes", {{"global", "line_bytes"}}},
          {"first cache, KiB", {{"caches", "first_bytes", Unit::kibi}}},
          {"second, MiB", {{"caches", "second_bytes", Unit::mebi}}},
          {"third, MiB", {{"caches", "last_bytes", Unit::mebi}}}}},
        {"local",
         {{"of a unit, KiB", {{"unit", "local_bytes", Unit::kibi}}},
          {"of a group, KiB", {{"unit", "max_local_bytes_per_group", Unit::kibi}}},
          {"portion, bytes", {{"unit", "local_granularity_bytes"}}},
          {"banks × bytes", {{"local", "banks"}, {"local", "bank_bytes"}}, " × "},
          {"lanes a pass",
           {{"local", "lanes_4_bytes"}, {"local", "lanes_8_bytes"}, {"local", "lanes_16_bytes"}}}}},
        {"residency",
         {{"registers × bytes", {{"unit", "registers"}, {"unit", "register_bytes"}}, " × "},
          {"of a work-item", {{"unit", "max_registers_per_item"}}},
          {"portion", {{"unit", "register_granularity"}}},
          {"sub-groups", {{"unit", "max_sub_groups"}}},
          {"groups", {{"unit", "max_groups"}}},
          {"largest group", {{"unit", "max_group_size"}}}}}};
    return all;
}

struct Gpu
{
    std::string id;
    std::string name;
    SourcedFigures figures;
};

int year_of(const Gpu& gpu)
{
    return gpu.figures.root().at("year").whole();
}

/// The oldest first.
std::vector<Gpu> gpus_of(const Site& site)
{
    std::vector<Gpu> gpus;
    for (const auto& file : sorted_entries(site.options.source / "lens" / "devices")) {
        if (file.extension() != ".json") continue;
        SourcedFigures figures(file);
        gpus.push_back({figures.root().at("id").text(), figures.root().at("name").text(), figures});
    }
    if (gpus.empty())
        throw Failure("There is no GPU profile in lens/devices.", "add one, or take the table out");
    std::ranges::stable_sort(gpus, {}, year_of);
    return gpus;
}

/// "4,800", "0.75".
std::string number(double value)
{
    std::string text = fmt::format("{}", std::round(value * 100) / 100);
    const auto point = std::min(text.find('.'), text.size());
    for (std::size_t at = point; at > 3; at -= 3) text.insert(at - 3, at > 3 ? "," : "");
    return text;
}

std::string shown_as(const JsonReader& value, Unit unit)
{
    if (value.raw().is_array()) {
        std::vector<std::string> parts;
        for (const JsonReader& part : value.list()) parts.push_back(shown_as(part, unit));
        return fmt::format("{}", fmt::join(parts, ", "));
    }
    const double found = value.number();
    if (found == 0) return "none";
    switch (unit) {
    case Unit::kibi:
        return number(found / 1024);
    case Unit::mebi:
        return number(found / 1024 / 1024);
    case Unit::thousandth:
        return number(found / 1000);
    case Unit::count:
        break;
    }
    return number(found);
}

std::string cell(const Site& site, const Gpu& gpu, const FigureColumn& column)
{
    if (column.figures.empty()) return std::to_string(year_of(gpu));
    std::string text;
    for (const Figure& wanted : column.figures) {
        if (!gpu.figures.has(wanted.section, wanted.name)) return "–";
        const auto figure = gpu.figures.figure(wanted.section, wanted.name);
        text += (text.empty() ? "" : column.between) +
                site.theme.fill(
                    figure.assumed ? "assumed-figure" : "value",
                    {{"ORIGIN", escape_html(figure.origin)}, {"TEXT", shown_as(figure.value, wanted.unit)}});
    }
    return text;
}

std::string table_of(const Site& site, const std::vector<Gpu>& gpus, const Subject& subject)
{
    std::string heads;
    for (const FigureColumn& column : subject.columns)
        heads += site.theme.fill("hardware-head", {{"TEXT", escape_html(column.head)}});
    std::string rows;
    for (const Gpu& gpu : gpus) {
        std::string cells;
        for (const FigureColumn& column : subject.columns)
            cells += site.theme.fill("hardware-cell", {{"TEXT", cell(site, gpu, column)}});
        rows += site.theme.fill("hardware-row",
                                {{"ID", gpu.id}, {"NAME", escape_html(gpu.name)}, {"CELLS", cells}});
    }
    return site.theme.fill("hardware-table", {{"HEADS", heads}, {"ROWS", rows}});
}

/// One GPU's figures as a list: what it is, how much, and where it stands.
std::string sources_of(const Site& site, const Gpu& gpu)
{
    std::string items;
    for (const Subject& subject : subjects())
        for (const FigureColumn& column : subject.columns) {
            std::vector<std::string> origins;
            for (const Figure& wanted : column.figures) {
                if (!gpu.figures.has(wanted.section, wanted.name)) continue;
                const std::string origin = gpu.figures.figure(wanted.section, wanted.name).origin;
                if (std::ranges::find(origins, origin) == origins.end()) origins.push_back(origin);
            }
            if (origins.empty()) continue;
            items += site.theme.fill(
                "hardware-origin",
                {{"SUBJECT", subject.name},
                 {"WHAT", escape_html(column.head)},
                 {"VALUE", cell(site, gpu, column)},
                 {"ORIGIN", smart_quotes(escape_html(fmt::format("{}", fmt::join(origins, "; "))))}});
        }
    const JsonReader& root = gpu.figures.root();
    const std::string validated = root.at("validated").text();
    std::string notes;
    for (const std::string& note : root.texts_or_none("notes")) notes += " " + note;
    if (const auto not_told = root.find("not_told"))
        for (const auto& [part, reason] : not_told->members())
            notes += fmt::format(" {}: {}.",
                                 part == "local" ? "Passes of local memory are not counted"
                                                 : "Occupancy is not told",
                                 reason.text());
    for (const auto& [key, source] : root.at("sources").members())
        if (const std::string url = source.text_or("url", ""); !url.empty())
            items +=
                site.theme.fill("hardware-document", {{"URL", escape_html(url)},
                                                      {"TITLE", escape_html(source.at("title").text())}});
    const std::string checked =
        validated.empty() ? "Modelled from documents." : "Checked against: " + validated + ".";
    return site.theme.fill("hardware-sources", {{"ID", gpu.id},
                                                {"NAME", escape_html(gpu.name)},
                                                {"ARCHITECTURE", escape_html(root.at("architecture").text())},
                                                {"YEAR", std::to_string(year_of(gpu))},
                                                {"NOTES", smart_quotes(escape_html(checked + notes))},
                                                {"ITEMS", items}});
}

} // namespace

std::string hardware_table(const Site& site, std::string_view subject)
{
    const std::vector<Gpu> gpus = gpus_of(site);
    if (subject == "sources") {
        std::string text;
        for (const Gpu& gpu : gpus) text += sources_of(site, gpu);
        return text;
    }
    const auto found =
        std::ranges::find_if(subjects(), [&](const Subject& one) { return one.name == subject; });
    if (found == subjects().end())
        throw Failure(fmt::format("There is no table '{}' of the GPUs.", subject),
                      "\\hardware compute, memory, local, residency or sources");
    return table_of(site, gpus, *found);
}

} // namespace lockstep::book
