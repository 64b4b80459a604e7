// From counts to sentences.
#include "lens/advice.hpp"

#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>

namespace lockstep::tool
{

namespace
{

using formats::LensControl;
using formats::LensDevice;
using formats::LensKernel;
using formats::LensLine;
using formats::LensSample;
using formats::MetricSubject;

constexpr double worth_saying = 0.95; // an efficiency below this is

// "32", or "8.5" when it is not whole.
std::string amount(double value)
{
    const double rounded = std::round(value * 10.0) / 10.0;
    return fmt::format("{:g}", rounded);
}

std::int64_t distance(std::uint64_t from, std::uint64_t to)
{
    return static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from);
}

// How far apart most neighbours of a request's sample are, in bytes a work-item; nothing when no distance is
// common.
std::optional<std::int64_t> common_step(const std::vector<LensSample::Lane>& lanes)
{
    std::map<std::int64_t, std::size_t> times;
    for (std::size_t i = 1; i < lanes.size(); ++i) {
        const std::int64_t bytes = distance(lanes[i - 1].offset, lanes[i].offset);
        const std::int64_t work_items = distance(lanes[i - 1].lane, lanes[i].lane);
        if (work_items > 0 && bytes % work_items == 0) ++times[std::abs(bytes / work_items)];
    }
    for (const auto& [step, count] : times)
        if (count * 4 >= (lanes.size() - 1) * 3) return step;
    return std::nullopt;
}

// How the addresses of one request lie, when that is worth a clause: ": neighbouring work-items are 256 bytes
// apart".
std::string pattern_of(const LensLine& line, const LensDevice& device)
{
    if (!line.sample || line.sample->lanes.size() < 2) return "";
    const std::vector<LensSample::Lane>& lanes = line.sample->lanes;
    const bool global = line.is_global();
    const std::int64_t bytes = line.sample->bytes;
    const std::optional<std::int64_t> step = common_step(lanes);
    if (!step) return global ? ": its addresses are scattered" : "";
    if (*step > bytes) return fmt::format(": neighbouring work-items are {} bytes apart", *step);
    if (*step < bytes || !global) return "";
    if (distance(lanes.front().lane, lanes.back().lane) + 1 != static_cast<std::int64_t>(lanes.size()))
        return ": some work-items in between do not take part";
    const std::uint64_t first = lanes.front().offset;
    const unsigned sector = device.sector_bytes_of(line.access);
    const std::uint64_t unit = first % sector == 0 ? std::max(sector, device.widest_sector_bytes) : sector;
    return first % unit == 0
               ? ""
               : fmt::format(": its addresses begin {} bytes after a multiple of {}", first % unit, unit);
}

std::optional<Advice> on_access(const LensLine& line, const LensDevice& device, double threshold)
{
    const auto requests = static_cast<double>(line.requests());
    const auto actual = static_cast<double>(line.actual());
    const auto ideal = static_cast<double>(line.ideal());
    const bool global = line.is_global();
    if (requests == 0 || actual == 0 || ideal >= threshold * actual) return std::nullopt;
    Advice advice{.line = line.line,
                  .space = std::string(name_of(line.space())),
                  .access = std::string(name_of(line.access)),
                  .what = {},
                  .chapter = global ? 12 : 13,
                  .loss = actual - ideal,
                  .file = line.file};
    advice.what = fmt::format("each {} request {} {} {} where {} would do{}", advice.access,
                              global ? "touches" : "takes", amount(actual / requests),
                              global ? "sectors" : "passes through the banks", amount(ideal / requests),
                              pattern_of(line, device));
    return advice;
}

std::optional<Advice> on_control(const LensControl& line, double threshold)
{
    const auto branches = static_cast<double>(line.branches);
    const auto divergent = static_cast<double>(line.divergent);
    if (divergent == 0 || divergent < (1.0 - threshold) * branches) return std::nullopt;
    Advice advice{.line = line.line,
                  .space = {},
                  .access = {},
                  .what = {},
                  .chapter = 11,
                  .loss = divergent,
                  .file = line.file};
    const std::string times =
        line.divergent == line.branches
            ? "every time"
            : fmt::format("{} of {} times", with_commas(line.divergent), with_commas(line.branches));
    if (line.loop_exits == line.divergent)
        advice.what =
            fmt::format("{}, some work-items of a sub-group leave the loop here and others go on: those that "
                        "are done wait, idle, for the last",
                        times);
    else
        advice.what = fmt::format(
            "{}, the work-items of a sub-group part here: each way is issued for some of them alone", times);
    if (line.loop_exits > 0 && line.loop_exits < line.divergent)
        advice.what +=
            fmt::format("; {} of these leave a loop, and wait behind it", with_commas(line.loop_exits));
    return advice;
}

// What a line asks of an image, for a target that counts that: no judgement, since nobody knows the cost.
std::optional<Advice> on_image(const LensLine& line)
{
    const auto* counts = std::get_if<formats::ImageCounts>(&line.counts);
    if (counts == nullptr || counts->requests == 0) return std::nullopt;
    const auto requests = static_cast<double>(counts->requests);
    const auto bytes = static_cast<double>(counts->bytes);
    const std::string access(name_of(line.access));
    return Advice{.line = line.line,
                  .space = std::string(name_of(line.space())),
                  .access = access,
                  .what = fmt::format("{} {} request{} for {} bytes of texels{}, {} of them distinct",
                                      amount(requests), access, requests == 1 ? " asks" : "s ask",
                                      amount(bytes / requests), requests == 1 ? "" : " each",
                                      amount(static_cast<double>(counts->distinct_bytes) / requests)),
                  .chapter = 0,
                  .loss = bytes};
}

// Whether a metric of that subject counts a line's requests.
bool is_about(MetricSubject subject, const LensLine& line)
{
    if (line.access == formats::MemoryAccess::atomic) return false;
    if (line.space() == formats::MemorySpace::image)
        return subject == (line.access == formats::MemoryAccess::read ? MetricSubject::image_read
                                                                      : MetricSubject::image_write);
    const bool load = line.access == formats::MemoryAccess::load;
    return subject == (line.is_global() ? (load ? MetricSubject::global_load : MetricSubject::global_store)
                                        : (load ? MetricSubject::local_load : MetricSubject::local_store));
}

std::optional<Advice> on_occupancy(const LensKernel& kernel)
{
    if (!kernel.occupancy) return std::nullopt;
    const formats::LensOccupancy& occupancy = *kernel.occupancy;
    return Advice{.line = 0,
                  .space = {},
                  .access = {},
                  .what = !occupancy.refusal.empty()
                              ? occupancy.refusal
                              : fmt::format("{} work-groups fit on a compute unit, limited by {}",
                                            occupancy.groups, occupancy.limit),
                  .chapter = 14};
}

} // namespace

std::string sentence(const Advice& advice)
{
    std::string text = advice.what;
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return fmt::format("{}{}.", text, advice.chapter > 0 ? fmt::format(" (chapter {})", advice.chapter) : "");
}

std::optional<Advice> advice_on_access(const LensLine& line, const LensDevice& device)
{
    return on_access(line, device, worth_saying);
}

std::optional<Advice> advice_on_control(const LensControl& line)
{
    return on_control(line, worth_saying);
}

std::vector<Advice> advice_on(const LensKernel& kernel, const LensDevice& device)
{
    std::vector<Advice> all;
    for (const LensLine& line : kernel.lines)
        if (const std::optional<Advice> advice = advice_on_access(line, device)) all.push_back(*advice);
    for (const LensControl& line : kernel.control)
        if (const std::optional<Advice> advice = advice_on_control(line)) all.push_back(*advice);
    std::stable_sort(all.begin(), all.end(),
                     [](const Advice& a, const Advice& b) { return a.loss > b.loss; });
    return all;
}

std::optional<Advice> worst_for(const LensKernel& kernel, const LensDevice& device, MetricSubject subject)
{
    if (subject == MetricSubject::occupancy) return on_occupancy(kernel);
    std::optional<Advice> worst;
    const auto consider = [&](const std::optional<Advice>& advice) {
        if (advice && (!worst || worst->loss < advice->loss)) worst = advice;
    };
    if (subject == MetricSubject::control)
        for (const LensControl& line : kernel.control) consider(on_control(line, 1.0));
    for (const LensLine& line : kernel.lines)
        if (is_about(subject, line)) {
            consider(on_access(line, device, 1.0));
            consider(on_image(line));
        }
    return worst;
}

} // namespace lockstep::tool
