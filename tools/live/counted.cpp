#include "live/counted.hpp"

#include "draw/lens_picture.hpp"
#include "lens/difference.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep::tool
{

namespace
{

using nlohmann::json;

constexpr std::size_t most_pictures = 60;

// The requests of all launches of a kernel that begin at one place and are of one kind.
using Place = std::tuple<int, unsigned, formats::MemorySpace, formats::MemoryAccess>;

struct KernelOfPage
{
    std::uint64_t launches = 0;
    double simd = 1.0;
    std::map<Place, formats::LensLine> lines;
};

std::string picture_of(const formats::LensDevice& device, const formats::LensLine& line, std::size_t number)
{
    if (!line.sample || number >= most_pictures) return "";
    try {
        return lens_picture(device, line, {.name = fmt::format("count-{}", number)});
    } catch (const Failure&) {
        return ""; // a sample that cannot be drawn is one picture less
    }
}

json line_for_page(const formats::LensDevice& device, const formats::LensLine& line, std::size_t number)
{
    return {{"line", line.line},
            {"source", line.source},
            {"space", formats::name_of(line.space())},
            {"access", formats::name_of(line.access)},
            {"requests", line.requests()},
            {"actual", line.actual()},
            {"ideal", line.ideal()},
            {"efficiency", line.efficiency()},
            {"expression", line.expression},
            {"picture", picture_of(device, line, number)}};
}

const char* kind_of(MetricChange::Kind kind)
{
    return kind == MetricChange::Kind::better  ? "better"
           : kind == MetricChange::Kind::worse ? "worse"
                                               : "other";
}

json changes_of(const formats::LensReport& report, const formats::LensReports* before)
{
    json changes = json::array();
    if (before == nullptr || before->reports.empty()) return changes;
    for (const MetricChange& change : changes_between(before->reports.front(), report))
        changes.push_back({{"kernel", change.kernel},
                           {"metric", change.metric},
                           {"ratio", change.is_ratio},
                           {"before", change.before},
                           {"now", change.now},
                           {"kind", kind_of(change.kind)}});
    return changes;
}

} // namespace

json counted_for_page(const formats::LensReports& counts, const formats::LensReports* before)
{
    if (counts.reports.empty()) return {{"kernels", json::array()}};
    const formats::LensReport& report = counts.reports.front();
    std::vector<std::string> order;
    std::map<std::string, KernelOfPage> kernels;
    for (const formats::LensKernel& launch : report.kernels) {
        if (!kernels.contains(launch.name)) order.push_back(launch.name);
        KernelOfPage& kernel = kernels[launch.name];
        kernel.launches += launch.launches;
        kernel.simd = std::min(kernel.simd, launch.simd_efficiency);
        for (const formats::LensLine& line : launch.lines) {
            const Place place{line.line, line.column, line.space(), line.access};
            if (const auto [at, is_new] = kernel.lines.emplace(place, line); !is_new) at->second.add(line);
        }
    }
    json result{{"device", report.device.name},
                {"verdict", report.verdict},
                {"kernels", json::array()},
                {"findings", json::array()},
                {"changes", changes_of(report, before)}};
    std::size_t number = 0;
    for (const std::string& name : order) {
        json lines = json::array();
        for (const auto& [place, line] : kernels[name].lines)
            lines.push_back(line_for_page(report.device, line, number++));
        result["kernels"].push_back({{"name", name},
                                     {"launches", kernels[name].launches},
                                     {"simd", kernels[name].simd},
                                     {"lines", std::move(lines)}});
    }
    for (const formats::LensFinding& finding : report.findings)
        result["findings"].push_back({{"kernel", finding.kernel},
                                      {"line", finding.line},
                                      {"cause", finding.cause},
                                      {"cure", finding.cure},
                                      {"chapter", finding.chapter}});
    return result;
}

} // namespace lockstep::tool
