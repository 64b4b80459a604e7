// Which kernel takes longest, or loses most, and what.
#include "lens/ranking.hpp"

#include "lens/advice.hpp"
#include "lens/forecasts.hpp"
#include "lens/report.hpp"
#include "lens/targets.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep::tool
{

namespace
{

using formats::LensKernel;
using formats::LensReport;

double share(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// "29,568   84.9 %"; the share is of what the kernel took.
std::string lost(std::uint64_t part, std::uint64_t whole)
{
    if (whole == 0) return "-";
    return fmt::format("{} {:>7}", with_commas(part), percent(share(part, whole)));
}

// The part of the loss that weighs most, as a clause about the kernel.
std::string worst_loss(const Loss& loss, const formats::LensDevice& device, bool estimated)
{
    const char* const about = estimated ? "about " : "";
    const double sectors = static_cast<double>(loss.sectors) * device.sector_bytes / weighed_sector_bytes;
    const auto passes = static_cast<double>(loss.passes);
    const double lanes = static_cast<double>(loss.idle_lanes) / weighed_idle_lanes;
    if (sectors >= passes && sectors >= lanes)
        return fmt::format("{}{} of its {} are more than it needs", about, with_commas(loss.sectors),
                           counted(loss.sectors_max, "sector"));
    if (passes >= lanes)
        return fmt::format("{}{} of its {} through the banks are conflicts", about, with_commas(loss.passes),
                           counted(loss.passes_max, "pass"));
    return fmt::format("{}{} of its lanes stand idle", about,
                       percent(share(loss.idle_lanes, loss.lanes_max)));
}

std::string place_of(const Advice& advice)
{
    return advice.whole       ? "The launch"
           : advice.line == 0 ? "A line made by the compiler"
                              : "Line " + line_name(advice.line, advice.file);
}

// What the launches of a kernel take together; those without a forecast, since they are summed, as much as the others. 0: not known.
double forecast_of_launches(const LensReport& report, const LensKernel& sum)
{
    double microseconds = 0;
    std::uint64_t forecast = 0;
    std::uint64_t all = 0;
    for (const LensKernel& launch : report.kernels) {
        if (launch.name != sum.name || launch.source != sum.source) continue;
        all += launch.launches;
        if (!launch.forecast) continue;
        microseconds += launch.forecast->microseconds;
        ++forecast;
    }
    return forecast == 0 ? 0 : microseconds * static_cast<double>(all) / static_cast<double>(forecast);
}

// The kernel's name; with the program's number, where several have a kernel of the name.
std::string name_among(const std::vector<RankedKernel>& kernels, const LensKernel& sum)
{
    std::size_t programs = 0;
    std::size_t before = 0;
    for (const RankedKernel& other : kernels) {
        if (other.sum.name != sum.name) continue;
        ++programs;
        before += other.sum.source < sum.source ? 1 : 0;
    }
    return programs == 1 ? sum.name : fmt::format("{} (program {})", sum.name, before + 1);
}

bool by_time(const std::vector<RankedKernel>& kernels)
{
    return std::ranges::all_of(kernels, [](const RankedKernel& kernel) { return kernel.microseconds > 0; });
}

// The launches of a kernel that have something to say, each kernel's worst advice first.
const Advice* worst_of(const std::vector<Advice>& advice)
{
    const auto worst = std::ranges::max_element(advice, {}, &Advice::loss);
    return worst == advice.end() ? nullptr : &*worst;
}

} // namespace

Loss loss_of(const LensKernel& kernel, const formats::LensDevice& device)
{
    Loss loss;
    double sectors = 0;
    for (const formats::LensLine& line : kernel.lines) {
        if (line.is_global()) {
            const std::uint64_t more = line.actual() - std::min(line.actual(), line.ideal());
            loss.sectors += more;
            loss.sectors_max += line.actual();
            sectors += static_cast<double>(more) * device.sector_bytes_of(line.access) / weighed_sector_bytes;
        } else if (line.space() == formats::MemorySpace::local) {
            loss.passes += line.actual() - line.ideal();
            loss.passes_max += line.actual();
        }
    }
    loss.lanes_max = kernel.instructions * device.sub_group_size;
    loss.idle_lanes = static_cast<std::uint64_t>(
        std::llround(static_cast<double>(loss.lanes_max) * (1.0 - kernel.simd_efficiency)));
    loss.weight = sectors + static_cast<double>(loss.passes) +
                  static_cast<double>(loss.idle_lanes) / weighed_idle_lanes;
    return loss;
}

std::vector<RankedKernel> ranked(const LensReport& report)
{
    std::vector<RankedKernel> kernels;
    for (const LensKernel& kernel : report.kernels) {
        if (std::ranges::any_of(kernels, [&](const RankedKernel& one) {
                return one.sum.name == kernel.name && one.sum.source == kernel.source;
            }))
            continue;
        LensKernel sum = all_launches(report, kernel.name, kernel.source).value();
        const Loss loss = loss_of(sum, report.device);
        const double microseconds = forecast_of_launches(report, sum);
        kernels.push_back({std::move(sum), loss, microseconds});
    }
    std::ranges::stable_sort(kernels, std::ranges::greater{},
                             [time = by_time(kernels)](const RankedKernel& kernel) {
                                 return time ? kernel.microseconds : kernel.loss.weight;
                             });
    return kernels;
}

std::string verdict_of(const LensReport& report)
{
    const std::vector<RankedKernel> kernels = ranked(report);
    if (kernels.empty()) return "No kernel was counted.";
    std::vector<Advice> advice;
    const auto first = std::ranges::find_if(kernels, [&](const RankedKernel& kernel) {
        advice = advice_on(kernel.sum, report.device);
        return !advice.empty();
    });
    const auto& [sum, loss, microseconds] = first == kernels.end() ? kernels.front() : *first;
    const Advice* const worst = worst_of(advice);
    if (worst == nullptr)
        return fmt::format(
            "{} of what the lens counts: requests take close to their fewest sectors{}, and sub-groups stay "
            "together.",
            kernels.size() == 1 ? fmt::format("'{}' loses little", name_among(kernels, sum))
                                : fmt::format("None of the {} kernels loses much", kernels.size()),
            report.device.local_banks == 0 ? "" : " and passes");
    const char* const most = kernels.size() == 1 ? "" : by_time(kernels) ? " takes longest" : " loses most";
    const std::string others = first == kernels.begin()
                                   ? ""
                                   : fmt::format("'{}'{}, but loses little of what the lens counts. ",
                                                 name_among(kernels, kernels.front().sum), most);
    const std::string name =
        fmt::format("{}'{}'{}", others, name_among(kernels, sum), others.empty() ? most : "");
    if (loss.weight == 0) return fmt::format("{}: {}", name, cause_of(*worst));
    return fmt::format("{}: {}. {}: {}.", name, worst_loss(loss, report.device, sum.estimated),
                       place_of(*worst), worst->what);
}

ReportTable ranking_table(const std::vector<RankedKernel>& kernels, std::size_t top)
{
    ReportTable table{.titles = {"sectors lost", "passes lost", "lanes idle"}, .rows = {}};
    const bool time = by_time(kernels);
    if (time) table.titles.insert(table.titles.begin(), "time");
    for (std::size_t i = 0; i < std::min(top, kernels.size()); ++i) {
        const auto& [sum, loss, microseconds] = kernels[i];
        ReportTable::Row& row = table.rows.emplace_back();
        row.cells = {name_among(kernels, sum), lost(loss.sectors, loss.sectors_max),
                     lost(loss.passes, loss.passes_max), percent(share(loss.idle_lanes, loss.lanes_max))};
        if (time) row.cells.insert(row.cells.begin() + 1, time_text(microseconds));
    }
    return table;
}

std::vector<formats::LensFinding> findings_of(const LensReport& report)
{
    std::vector<formats::LensFinding> findings;
    const std::vector<LaunchGroup> told = grouped_launches(report);
    for (const RankedKernel& kernel : ranked(report))
        for (const LaunchGroup& launches : told) {
            if (launches.kernel.name != kernel.sum.name || launches.kernel.source != kernel.sum.source)
                continue;
            for (const Advice& advice : advice_on(launches.kernel, report.device))
                findings.push_back({.kernel = kernel.sum.name,
                                    .launch = launches.kernel.launch,
                                    .line = advice.line,
                                    .column = advice.column,
                                    .source = launches.kernel.source,
                                    .file = advice.file,
                                    .rule = advice.rule,
                                    .cause = cause_of(advice),
                                    .cure = advice.cure.empty() ? "" : advice.cure + ".",
                                    .chapter = advice.chapter});
        }
    return findings;
}

} // namespace lockstep::tool
