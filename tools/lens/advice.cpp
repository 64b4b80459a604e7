// From counts to sentences.
#include "lens/advice.hpp"

#include "lens/statements.hpp"
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

// How the addresses of one request lie, as far as that is worth a clause, and what helps.
struct Pattern
{
    std::string rule;
    std::string clause; // ": neighbouring work-items are 256 bytes apart"
    std::string cure;
};

Pattern unknown_pattern(bool global)
{
    if (global) return {"sectors", "", "Let neighbouring work-items take neighbouring elements"};
    return {"banks", "",
            "Let the work-items of a pass take words of different banks: pad the rows, or swap indices"};
}

/// Whether an expression ends in a member of a structure: "p[i].mass", "p->mass", but neither "a[p.first]" nor "a[(int)(i * 2.f)]".
bool names_member(std::string_view expression)
{
    int depth = 0;
    for (std::size_t i = 0; i + 1 < expression.size(); ++i) {
        const char one = expression[i];
        if (one == '[' || one == '(') ++depth;
        if (one == ']' || one == ')') --depth;
        if (depth > 0) continue;
        if (one == '-' && expression[i + 1] == '>') return true;
        const auto next = static_cast<unsigned char>(expression[i + 1]);
        if (one == '.' && i > 0 && (std::isalpha(next) != 0 || next == '_')) return true;
    }
    return false;
}

Pattern strided(std::int64_t step, const LensLine& line)
{
    const std::string clause = fmt::format(": neighbouring work-items are {} bytes apart", step);
    if (line.vector.elements > 0 && line.vector.counting == formats::VectorCounting::one_by_one)
        return {
            "vector", clause,
            fmt::format("vload{0} and vstore{0} promise no alignment: where there is one, take a pointer to "
                        "the vector instead",
                        line.vector.elements)};
    // Words that are an odd number apart meet in no bank before all have been used.
    constexpr std::int64_t two_words = 8;
    if (!line.is_global() && step % two_words != 0) return unknown_pattern(false);
    if (!line.is_global())
        return {"banks", clause,
                "Pad the rows of the local array by one element, so that a column lies in all banks"};
    if (line.vector.elements > 0 && line.vector.counting == formats::VectorCounting::in_parts)
        return {"vector", clause,
                fmt::format("They take few components of vectors of {}: keep each component in an array of "
                            "its own, or use the others, too",
                            line.vector.elements)};
    if (names_member(line.expression))
        return {"stride", clause, "Keep each member of the structure in an array of its own"};
    return {
        "stride", clause,
        "Let get_global_id(0) step from one element to the next: swap the indices, or turn the data around "
        "in local memory"};
}

Pattern pattern_of(const LensLine& line, const LensDevice& device)
{
    const Pattern unknown = unknown_pattern(line.is_global());
    if (!line.sample || line.sample->lanes.size() < 2) return unknown;
    const std::vector<LensSample::Lane>& lanes = line.sample->lanes;
    const bool global = line.is_global();
    const std::int64_t bytes = line.sample->bytes;
    const std::optional<std::int64_t> step = common_step(lanes);
    if (!step && !global) return unknown;
    if (!step)
        return {"scattered", ": its addresses are scattered",
                "Sort what is asked for, or fetch it into local memory in order"};
    if (*step > bytes) return strided(*step, line);
    if (*step == 0 && global)
        return {"sectors", ": all of them take the same element",
                "Read it once into local memory, or take it from constant memory"};
    if (*step < bytes || !global) return unknown;
    if (distance(lanes.front().lane, lanes.back().lane) + 1 != static_cast<std::int64_t>(lanes.size()))
        return {"gaps", ": some work-items in between do not take part",
                "Give the work that there is to work-items side by side"};
    const std::uint64_t first = lanes.front().offset;
    const unsigned sector = device.sector_bytes_of(line.access);
    const std::uint64_t unit = first % sector == 0 ? std::max(sector, device.widest_sector_bytes) : sector;
    if (first % unit == 0) return unknown;
    return {"alignment",
            fmt::format(": its addresses begin {} bytes after a multiple of {}", first % unit, unit),
            fmt::format("Begin rows at a multiple of {} bytes, by padding them or by moving the work-items",
                        unit)};
}

std::optional<Advice> on_access(const LensLine& line, const LensDevice& device, double threshold)
{
    const auto requests = static_cast<double>(line.requests());
    const auto actual = static_cast<double>(line.actual());
    const auto ideal = static_cast<double>(line.ideal());
    const bool global = line.is_global();
    if (requests == 0 || actual == 0 || ideal >= threshold * actual) return std::nullopt;
    Pattern pattern = pattern_of(line, device);
    const double weight = global ? device.sector_bytes_of(line.access) / weighed_sector_bytes : 1.0;
    Advice advice{.line = line.line,
                  .column = line.column,
                  .space = std::string(name_of(line.space())),
                  .access = std::string(name_of(line.access)),
                  .rule = std::move(pattern.rule),
                  .what = {},
                  .cure = std::move(pattern.cure),
                  .chapter = global ? 12 : 13,
                  .loss = (actual - ideal) * weight,
                  .file = line.file};
    advice.what = fmt::format("each {} request {} {} {} where {} would do{}", advice.access,
                              global ? "touches" : "takes", amount(actual / requests),
                              global ? "sectors" : "passes through the banks", amount(ideal / requests),
                              pattern.clause);
    return advice;
}

std::optional<Advice> on_control(const LensControl& line, double threshold)
{
    const auto branches = static_cast<double>(line.branches);
    const auto divergent = static_cast<double>(line.divergent);
    if (divergent == 0 || divergent < (1.0 - threshold) * branches) return std::nullopt;
    Advice advice{.line = line.line, .chapter = 11, .loss = divergent, .file = line.file};
    const std::string times =
        line.divergent == line.branches
            ? "every time"
            : fmt::format("{} of {} times", with_commas(line.divergent), with_commas(line.branches));
    if (line.loop_exits == line.divergent) {
        advice.rule = "loop";
        advice.what =
            fmt::format("{}, some work-items of a sub-group leave the loop here and others go on: those that "
                        "are done wait, idle, for the last",
                        times);
        advice.cure = "Let neighbouring work-items loop equally often: sort their work by its length";
        return advice;
    }
    advice.rule = "branch";
    if (line.skips == line.divergent) {
        advice.what = fmt::format(
            "{}, only some work-items of a sub-group go in here: the others do nothing, and wait behind it",
            times);
        advice.cure =
            "Let a whole sub-group go in or stay out: give what is to do to work-items side by side";
        return advice;
    }
    advice.what = fmt::format(
        "{}, the work-items of a sub-group part here: each way is issued for some of them alone", times);
    advice.cure =
        "Let a whole sub-group go the same way: sort the data by the condition, or compute both and choose";
    if (line.loop_exits > 0)
        advice.what +=
            fmt::format("; {} of these leave a loop, and wait behind it", with_commas(line.loop_exits));
    if (line.skips > 0)
        advice.what += fmt::format("; at {} of these, one way is to do nothing", with_commas(line.skips));
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
                  .column = line.column,
                  .space = std::string(name_of(line.space())),
                  .access = access,
                  .rule = "image",
                  .what = fmt::format("{} {} request{} for {} bytes of texels{}, {} of them distinct",
                                      amount(requests), access, requests == 1 ? " asks" : "s ask",
                                      amount(bytes / requests), requests == 1 ? "" : " each",
                                      amount(static_cast<double>(counts->distinct_bytes) / requests)),
                  .loss = bytes,
                  .file = line.file};
}

std::optional<Advice> on_occupancy(const LensKernel& kernel)
{
    if (!kernel.occupancy) return std::nullopt;
    const formats::LensOccupancy& occupancy = *kernel.occupancy;
    return Advice{.rule = "occupancy",
                  .what = !occupancy.refusal.empty()
                              ? occupancy.refusal
                              : fmt::format("{} work-groups fit on a compute unit, limited by {}",
                                            occupancy.groups, occupancy.limit),
                  .chapter = 14};
}

} // namespace

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

std::string line_name(int line, const std::string& file)
{
    return file.empty() ? std::to_string(line)
                        : fmt::format("{} of {}", line, file.substr(file.rfind('/') + 1));
}

std::string cause_of(const Advice& advice)
{
    std::string text = advice.what;
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text + ".";
}

std::string sentence(const Advice& advice)
{
    const std::string chapter = advice.chapter > 0 ? fmt::format(" (chapter {})", advice.chapter) : "";
    const std::string cause = cause_of(advice);
    if (!advice.cure.empty()) return fmt::format("{} {}{}.", cause, advice.cure, chapter);
    return fmt::format("{}{}.", cause.substr(0, cause.size() - 1), chapter);
}

std::optional<Advice> advice_on_access(const LensLine& line, const LensDevice& device)
{
    return on_access(line, device, worth_saying);
}

std::optional<Advice> advice_on_control(const LensControl& line)
{
    return on_control(line, worth_saying);
}

std::optional<Advice> advice_on_atomics(const LensLine& line)
{
    if (line.access != formats::MemoryAccess::atomic || line.same_address * 4 < line.lanes ||
        line.same_address == 0)
        return std::nullopt;
    return Advice{
        .line = line.line,
        .column = line.column,
        .space = std::string(name_of(line.space())),
        .access = std::string(name_of(line.access)),
        .rule = "contention",
        .what =
            fmt::format("{} of {} meet at an address that another one of their request has, and are done one "
                        "after the other",
                        with_commas(line.same_address), counted(line.lanes, "atomic")),
        .cure = line.is_global()
                    ? "Add up in local memory first, or within the sub-group, and be atomic once for each sum"
                    : "Keep several copies of the counters, one for each few work-items, and add them up at "
                      "the end",
        .chapter = 18,
        .loss = static_cast<double>(line.same_address),
        .file = line.file};
}

std::vector<Advice> advice_on(const LensKernel& kernel, const LensDevice& device)
{
    std::vector<Advice> all = advice_on_launch(kernel, device);
    const auto lines = static_cast<std::ptrdiff_t>(all.size());
    for (const LensLine& line : kernel.lines)
        for (const auto& advice : {advice_on_access(line, device), advice_on_atomics(line)})
            if (advice) all.push_back(*advice);
    if (const auto advice = advice_on_one_lane(kernel, device)) all.push_back(*advice);
    for (const LensControl& line : kernel.control)
        if (const std::optional<Advice> advice = advice_on_control(line)) all.push_back(*advice);
    std::stable_sort(all.begin() + lines, all.end(),
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
    if (subject == MetricSubject::control) {
        consider(advice_on_one_lane(kernel, device));
        for (const LensControl& line : kernel.control) consider(on_control(line, 1.0));
        for (const Advice& advice : advice_on_launch(kernel, device))
            if (advice.rule == "group-size") consider(advice);
    }
    if (subject == MetricSubject::atomics)
        for (const LensLine& line : kernel.lines) consider(advice_on_atomics(line));
    for (const LensLine& line : kernel.lines)
        if (is_about(subject, line)) {
            consider(on_access(line, device, 1.0));
            consider(on_image(line));
        }
    return worst;
}

std::optional<Advice> most_requests(const LensKernel& kernel, MetricSubject subject)
{
    std::map<int, std::uint64_t> by_line;
    std::uint64_t all = 0;
    for (const LensLine& line : kernel.lines)
        if (is_about(subject, line) && line.file.empty()) {
            by_line[line.line] += line.requests();
            all += line.requests();
        }
    const auto most = std::ranges::max_element(by_line, {}, [](const auto& line) { return line.second; });
    if (most == by_line.end() || most->first == 0) return std::nullopt;
    const bool load = subject == MetricSubject::global_load || subject == MetricSubject::local_load;
    return Advice{.line = most->first,
                  .what = most->second == all
                              ? fmt::format("all {} requests are made here", load ? "load" : "store")
                              : fmt::format("{} of {} {} requests are made here", most->second, all,
                                            load ? "load" : "store")};
}

} // namespace lockstep::tool
