// Which kernel loses most, and what.
#include "lens/ranking.hpp"

#include "lens/advice.hpp"
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
        if (std::ranges::any_of(kernels,
                                [&](const RankedKernel& one) { return one.sum.name == kernel.name; }))
            continue;
        LensKernel sum = all_launches(report, kernel.name).value();
        const Loss loss = loss_of(sum, report.device);
        kernels.push_back({std::move(sum), loss});
    }
    std::ranges::stable_sort(kernels, std::ranges::greater{},
                             [](const RankedKernel& kernel) { return kernel.loss.weight; });
    return kernels;
}

std::string verdict_of(const LensReport& report)
{
    const std::vector<RankedKernel> kernels = ranked(report);
    if (kernels.empty()) return "No kernel was counted.";
    const auto& [sum, loss] = kernels.front();
    const std::vector<Advice> advice = advice_on(sum, report.device);
    const Advice* const worst = worst_of(advice);
    if (worst == nullptr)
        return fmt::format(
            "{} of what the lens counts: requests take close to their fewest sectors and passes, "
            "and sub-groups stay together.",
            kernels.size() == 1 ? fmt::format("'{}' loses little", sum.name)
                                : fmt::format("None of the {} kernels loses much", kernels.size()));
    if (loss.weight == 0) return fmt::format("'{}': {}", sum.name, cause_of(*worst));
    return fmt::format("'{}'{}: {}. {}: {}.", sum.name, kernels.size() == 1 ? "" : " loses most",
                       worst_loss(loss, report.device, sum.estimated), place_of(*worst), worst->what);
}

ReportTable ranking_table(const std::vector<RankedKernel>& kernels, std::size_t top)
{
    ReportTable table{.titles = {"sectors lost", "passes lost", "lanes idle"}, .rows = {}};
    for (std::size_t i = 0; i < std::min(top, kernels.size()); ++i) {
        const auto& [sum, loss] = kernels[i];
        table.rows.push_back(
            {.cells = {sum.name, lost(loss.sectors, loss.sectors_max), lost(loss.passes, loss.passes_max),
                       percent(share(loss.idle_lanes, loss.lanes_max))}});
    }
    return table;
}

std::vector<formats::LensFinding> findings_of(const LensReport& report)
{
    std::vector<formats::LensFinding> findings;
    const std::vector<LaunchGroup> told = grouped_launches(report);
    for (const RankedKernel& kernel : ranked(report))
        for (const LaunchGroup& launches : told) {
            if (launches.kernel.name != kernel.sum.name) continue;
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
