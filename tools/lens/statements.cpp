// Words and figures of a report.
#include "lens/statements.hpp"

#include "lens/advice.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace lockstep::tool
{

namespace
{

using formats::LensControl;
using formats::LensKernel;
using formats::LensLine;

constexpr double low_efficiency = 0.95; // an efficiency below this is

template <typename Counts>
void add_path(ReportTable& table, const char* name, const Counts& counts, std::uint64_t third)
{
    if (counts.requests == 0) return;
    if (counts.actual() == 0) { // of local memory whose banks the profile does not tell
        table.rows.push_back({.cells = {name, with_commas(counts.requests), "–", "–", "–"}});
        return;
    }
    table.rows.push_back({.cells = {name, with_commas(counts.requests), with_commas(counts.actual()),
                                    with_commas(third), percent(counts.efficiency())},
                          .bad = counts.efficiency() < low_efficiency});
}

void add_image(ReportTable& table, const char* name, const formats::ImageCounts& counts)
{
    if (counts.requests == 0) return;
    table.rows.push_back({.cells = {name, with_commas(counts.requests), with_commas(counts.bytes),
                                    with_commas(counts.distinct_bytes)}});
}

void add_occupancy(std::vector<ReportFact>& facts, const formats::LensOccupancy& occupancy,
                   std::uint64_t registers)
{
    if (!occupancy.refusal.empty()) {
        facts.push_back({"occupancy", "cannot be launched: " + occupancy.refusal, true});
        return;
    }
    facts.push_back({"occupancy", fmt::format("{}   ({}, {} on a compute unit)", percent(occupancy.fraction),
                                              counted(occupancy.groups, "work-group"),
                                              counted(occupancy.waves, "sub-group"))});
    facts.push_back(
        {"limited by", fmt::format("{}   ({})", occupancy.limit,
                                   registers > 0 ? counted(registers, "register") + " a work-item, as told"
                                                 : "registers not counted")});
}

// How an access to a vector is counted, where that is not what the source says.
std::string note_on_vector(const formats::LensVector& vector)
{
    if (vector.elements == 0) return "";
    switch (vector.counting) {
    case formats::VectorCounting::as_one:
        return fmt::format(
            "(a vector of {} that Oclgrind's compiler reads in parts; counted as one, as a GPU's reads it)",
            vector.elements);
    case formats::VectorCounting::in_parts:
        return fmt::format("(a part of a vector of {}, counted by itself, as a GPU's compiler reads it)",
                           vector.elements);
    case formats::VectorCounting::one_by_one:
        return fmt::format("(a vector of {} by vload or vstore, counted element by element)",
                           vector.elements);
    }
    return "";
}

} // namespace

std::string basis_of(const lens::Profile& profile)
{
    if (!profile.validated.empty())
        return "loads and stores checked by a GPU's counters on the kernels of lens/validation, the rest "
               "modelled";
    std::string basis = "modelled from documents, not checked on such a GPU";
    if (!profile.tells_banks()) basis += "; passes of local memory not counted: " + profile.no_passes;
    if (!profile.tells_occupancy()) basis += "; occupancy not told: " + profile.no_occupancy;
    return basis;
}

std::string geometry_of(const formats::LensDevice& device)
{
    const std::string stores =
        device.store_sector_bytes == 0 ? "" : fmt::format(" (stores: {})", device.store_sector_bytes);
    const std::string banks = device.local_banks == 0 ? "" : fmt::format(", {} banks", device.local_banks);
    return fmt::format("sub-groups of {}, sectors of {} bytes{}{}", device.sub_group_size,
                       device.sector_bytes, stores, banks);
}

std::string assumptions_of(const formats::LensReport& report)
{
    return report.assumed.empty() ? "" : fmt::format("assumed: {}", fmt::join(report.assumed, "; "));
}

std::string percent(double fraction)
{
    return fmt::format("{:g} %", std::floor(fraction * 1000.0 + 1e-9) / 10.0);
}

std::string amount(double value)
{
    const double rounded = std::round(value * 10.0) / 10.0;
    return fmt::format("{:.{}f}", rounded, rounded == std::floor(rounded) ? 0 : 1);
}

std::string sizes(const formats::Size3& three)
{
    std::size_t dimensions = three.size();
    while (dimensions > 1 && three[dimensions - 1] == 1) --dimensions;
    std::string text;
    for (std::size_t d = 0; d < dimensions; ++d) text += fmt::format("{}{}", d == 0 ? "" : " × ", three[d]);
    return text;
}

std::vector<ReportTable> tables_of(const LensKernel& kernel)
{
    ReportTable global{.titles = {"requests", "sectors", "ideal", "efficiency"}, .rows = {}};
    add_path(global, "global load", kernel.global_load, kernel.global_load.ideal_sectors);
    add_path(global, "global store", kernel.global_store, kernel.global_store.ideal_sectors);
    ReportTable local{.titles = {"requests", "passes", "conflicts", "efficiency"}, .rows = {}};
    add_path(local, "local load", kernel.local_load, kernel.local_load.conflicts);
    add_path(local, "local store", kernel.local_store, kernel.local_store.conflicts);
    // They have no sectors, so neither an ideal.
    ReportTable images{.titles = {"requests", "bytes", "distinct"}, .rows = {}};
    add_image(images, "image read", kernel.image_read);
    add_image(images, "image write", kernel.image_write);
    std::vector<ReportTable> tables;
    for (ReportTable* table : {&global, &local, &images})
        if (!table->rows.empty()) tables.push_back(std::move(*table));
    return tables;
}

namespace
{

// "1.5 MB", of a million bytes; less in thousands.
std::string megabytes(std::uint64_t bytes)
{
    constexpr double million = 1e6;
    const auto value = static_cast<double>(bytes);
    return value < million / 10 ? fmt::format("{} kB", amount(value / 1e3))
                                : fmt::format("{} MB", amount(value / million));
}

double share_of(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

void add_caches(std::vector<ReportFact>& facts, const formats::LensCaches& caches)
{
    facts.push_back(
        {"first cache", fmt::format("{} of {} hit   ({} KiB a unit, {} on it at once)",
                                    percent(share_of(caches.first_hits, caches.first_sectors)),
                                    counted(caches.first_sectors, "loaded sector"), caches.first_bytes / 1024,
                                    counted(caches.groups_at_once, "work-group"))});
    facts.push_back({"second cache",
                     fmt::format("gives {}, {} of them held; takes {}", counted(caches.second_read, "sector"),
                                 percent(share_of(caches.second_hits, caches.second_read)),
                                 with_commas(caches.second_written))});
    facts.push_back(
        {"memory", fmt::format("reads {}, writes {}; {} written stay in the second cache",
                               megabytes(caches.memory_read_bytes), megabytes(caches.memory_written_bytes),
                               megabytes(caches.left_bytes))});
    facts.push_back(
        {"footprint", fmt::format("{} in distinct sectors{}", megabytes(caches.footprint_bytes),
                                  caches.truncated ? "; a work-group had too many requests to keep" : "")});
}

} // namespace

std::vector<ReportFact> facts_of(const LensKernel& kernel, const formats::LensDevice& device)
{
    std::vector<ReportFact> facts;
    if (kernel.work_groups / std::max<std::uint64_t>(kernel.launches, 1) < device.compute_units)
        facts.push_back({"work-groups", fmt::format("{}   (for {} compute units)",
                                                    with_commas(kernel.work_groups), device.compute_units)});
    if (const formats::AtomicCounts& atomics = kernel.atomics; atomics.requests > 0)
        facts.push_back(
            {"atomics", fmt::format("{} of {}; {} meet at an address", counted(atomics.requests, "request"),
                                    counted(atomics.lanes, "work-item"), with_commas(atomics.same_address))});
    facts.push_back({"instructions", fmt::format("{}   (each counts once for a sub-group)",
                                                 with_commas(kernel.instructions))});
    facts.push_back(
        {"SIMD efficiency", fmt::format("{}   ({}, {} divergent)", percent(kernel.simd_efficiency),
                                        counted(kernel.branches, "conditional branch"),
                                        with_commas(kernel.divergent_branches))});
    if (kernel.occupancy) add_occupancy(facts, *kernel.occupancy, kernel.registers);
    if (kernel.local_bytes > 0)
        facts.push_back(
            {"local memory", fmt::format("{} a work-group", counted(kernel.local_bytes, "byte"))});
    if (kernel.caches) add_caches(facts, *kernel.caches);
    if (!kernel.not_counted.empty())
        facts.push_back({"not counted", fmt::format("{}", fmt::join(kernel.not_counted, ", "))});
    if (kernel.estimated)
        facts.push_back(
            {"estimate", fmt::format("from {} of {}, scaled to all{}", with_commas(kernel.sampled_groups),
                                     counted(kernel.work_groups, "work-group"),
                                     kernel.caches ? "; but the caches' figures are of these alone" : "")});
    else if (kernel.sampled_groups < kernel.work_groups)
        facts.push_back({"sample", fmt::format("{} of {} counted", with_commas(kernel.sampled_groups),
                                               counted(kernel.work_groups, "work-group"))});
    if (kernel.truncated)
        facts.push_back({"truncated", "the launch was too long to be counted whole, or ended early"});
    return facts;
}

ReportLine report_line(const LensLine& line, const formats::LensDevice& device, bool several)
{
    const std::string place = several && line.column > 0 ? fmt::format(" @{}", line.column) : "";
    ReportLine row{.cells = {fmt::format("{} {}{}", name_of(line.space()), name_of(line.access), place),
                             counted(line.requests(), "request")},
                   .marked =
                       advice_on_access(line, device).has_value() || advice_on_atomics(line).has_value(),
                   .note = note_on_vector(line.vector)};
    if (!place.empty() && !line.expression.empty())
        row.note =
            fmt::format("(@{}: {}){}{}", line.column, line.expression, row.note.empty() ? "" : " ", row.note);
    if (const auto* image = std::get_if<formats::ImageCounts>(&line.counts)) {
        row.cells.push_back(counted(image->bytes, "byte"));
        row.cells.push_back(with_commas(image->distinct_bytes) + " distinct");
        return row;
    }
    if (line.actual() == 0) return row; // of local memory whose banks the profile does not tell
    row.cells.push_back(counted(line.actual(), line.is_global() ? "sector" : "pass"));
    row.cells.push_back(line.is_global() ? fmt::format("{} ideal", with_commas(line.ideal()))
                                         : counted(line.actual() - line.ideal(), "conflict"));
    row.cells.push_back(percent(line.efficiency()));
    return row;
}

bool is_one_of_several(const LensLine& line, const LensKernel& kernel)
{
    return std::ranges::any_of(kernel.lines, [&](const LensLine& other) {
        return other.line == line.line && other.file == line.file && other.access == line.access &&
               other.space() == line.space() && other.column != line.column;
    });
}

ReportLine report_branch(const LensControl& line)
{
    return {.cells = {"branch", with_commas(line.branches) + " times",
                      with_commas(line.divergent) + " divergent"},
            .marked = advice_on_control(line).has_value()};
}

ReportLine report_instructions(const LensControl& line, const LensKernel& kernel)
{
    const double share = kernel.instructions == 0 ? 0.0
                                                  : static_cast<double>(line.instructions) /
                                                        static_cast<double>(kernel.instructions);
    return {.cells = {"instructions", with_commas(line.instructions), percent(share) + " of all",
                      percent(line.simd_efficiency) + " active"}};
}

std::vector<ReportLine> report_control(const LensControl& line, const LensKernel& kernel)
{
    std::vector<ReportLine> rows;
    if (line.branches > 0) rows.push_back(report_branch(line));
    if (line.instructions * 10 >= kernel.instructions || line.simd_efficiency < 0.995)
        rows.push_back(report_instructions(line, kernel));
    return rows;
}

} // namespace lockstep::tool
