// Tables and marked source lines.
#include "lens/terminal_report.hpp"

#include "base/terminal.hpp"
#include "lens/advice.hpp"
#include "lens/report.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <sstream>

namespace lockstep::tool
{

namespace
{

using formats::LensControl;
using formats::LensKernel;
using formats::LensLine;

constexpr std::size_t line_width = 100;
constexpr std::size_t most_sentences = 5;
constexpr std::size_t text_column = 10; // where sources, rows and sentences begin

// "12.5 %", rounded down: only what is whole is called so.
std::string percent(double fraction)
{
    return fmt::format("{:g} %", std::floor(fraction * 1000.0 + 1e-9) / 10.0);
}

// "64 × 64": the sizes up to the last that is not 1.
std::string sizes(const formats::Size3& three)
{
    std::size_t dimensions = three.size();
    while (dimensions > 1 && three[dimensions - 1] == 1) --dimensions;
    std::string text;
    for (std::size_t d = 0; d < dimensions; ++d) text += fmt::format("{}{}", d == 0 ? "" : " × ", three[d]);
    return text;
}

// "1, 3-5"
std::string ranges(const std::vector<std::uint64_t>& numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
        if (last > i) text += fmt::format("{}{}", last == i + 1 ? ", " : " to ", numbers[last]);
        i = last + 1;
    }
    return text;
}

// Adds a sentence in lines of at most `line_width`; "(chapter 12)" stays together.
void wrap(std::string& text, const std::string& sentence)
{
    constexpr char bound = '\1';
    std::string breakable = sentence;
    if (const std::size_t at = breakable.find("(chapter "); at != std::string::npos)
        breakable[at + 8] = bound;
    std::istringstream words{breakable};
    std::string line(text_column, ' ');
    std::size_t used = text_column;
    std::string result;
    for (std::string word; words >> word;) {
        std::replace(word.begin(), word.end(), bound, ' ');
        if (used + word.size() > line_width && used > text_column) {
            result += line + "\n";
            line.assign(text_column, ' ');
            used = text_column;
        }
        line += (used > text_column ? " " : "") + word;
        used += word.size() + (used > text_column ? 1 : 0);
    }
    text += styled(result + line, Style::bad) + "\n";
}

std::string heading(const ToldLaunches& told)
{
    const LensKernel& kernel = told.kernel;
    std::string text = styled(kernel.name, Style::strong);
    if (told.summed) return text + fmt::format("   the sum of {} launches that differ\n", told.times);
    text += fmt::format("   {} work-items in work-groups of {}", sizes(kernel.global_size),
                        sizes(kernel.local_size));
    if (told.times > 1) text += fmt::format("   ×{}", told.times);
    if (!told.only)
        text += fmt::format("   launch{} {}", told.launches.size() > 1 ? "es" : "", ranges(told.launches));
    if (kernel.local_size_chosen)
        text += "\n  (the program leaves the work-groups' size to the driver; the lens chose)";
    return text + "\n";
}

// One row of a table.
struct PathRow
{
    const char* name;
    std::uint64_t requests;
    std::uint64_t actual;
    std::uint64_t second;
    double efficiency;
};

// A table of the paths that were used; nothing when none was.
std::string table(const std::vector<PathRow>& paths, const std::vector<const char*>& titles)
{
    std::string rows;
    for (const PathRow& path : paths) {
        if (path.requests == 0) continue;
        const std::string last = fmt::format("{:>14}", percent(path.efficiency));
        rows += fmt::format("  {:<14}{:>14}{:>14}{:>14}{}\n", path.name, with_commas(path.requests),
                            with_commas(path.actual), with_commas(path.second),
                            path.efficiency < 0.95 ? styled(last, Style::bad) : last);
    }
    if (rows.empty()) return "";
    return styled(fmt::format("  {:<14}{:>14}{:>14}{:>14}{:>14}", "", titles[0], titles[1], titles[2],
                              titles[3]),
                  Style::faint) +
           "\n" + rows;
}

// The images' table: they have no sectors, so neither an ideal.
std::string image_table(const LensKernel& kernel)
{
    std::string rows;
    const auto add = [&](const char* name, const formats::ImageCounts& counts) {
        if (counts.requests > 0)
            rows += fmt::format("  {:<14}{:>14}{:>14}{:>14}\n", name, with_commas(counts.requests),
                                with_commas(counts.bytes), with_commas(counts.distinct_bytes));
    };
    add("image read", kernel.image_read);
    add("image write", kernel.image_write);
    if (rows.empty()) return "";
    return styled(fmt::format("  {:<14}{:>14}{:>14}{:>14}", "", "requests", "bytes", "distinct"),
                  Style::faint) +
           "\n" + rows;
}

PathRow path_row(const char* name, const formats::GlobalCounts& counts)
{
    return {name, counts.requests, counts.sectors, counts.ideal_sectors, counts.efficiency()};
}

PathRow path_row(const char* name, const formats::LocalCounts& counts)
{
    return {name, counts.requests, counts.wavefronts, counts.conflicts, counts.efficiency()};
}

std::string row(const char* name, const std::string& value)
{
    return fmt::format("  {:<18}{}\n", name, value);
}

std::string sums(const LensKernel& kernel)
{
    std::string text =
        table({path_row("global load", kernel.global_load), path_row("global store", kernel.global_store)},
              {"requests", "sectors", "ideal", "efficiency"});
    text += table({path_row("local load", kernel.local_load), path_row("local store", kernel.local_store)},
                  {"requests", "passes", "conflicts", "efficiency"});
    text += image_table(kernel);
    if (const formats::AtomicCounts& atomics = kernel.atomics; atomics.requests > 0)
        text += row("atomics",
                    fmt::format("{} of {}, {} of them at an address that another one has",
                                counted(atomics.requests, "request"), counted(atomics.lanes, "work-item"),
                                with_commas(atomics.same_address)));
    text += row("SIMD efficiency", fmt::format("{}   ({}, {} divergent)", percent(kernel.simd_efficiency),
                                               counted(kernel.branches, "conditional branch"),
                                               with_commas(kernel.divergent_branches)));
    if (kernel.occupancy) {
        const formats::LensOccupancy& occupancy = *kernel.occupancy;
        if (!occupancy.refusal.empty())
            text += row("occupancy", styled("cannot be launched: " + occupancy.refusal, Style::bad));
        else {
            text +=
                row("occupancy", fmt::format("{}   ({}, {} on a compute unit)", percent(occupancy.fraction),
                                             counted(occupancy.groups, "work-group"),
                                             counted(occupancy.waves, "sub-group")));
            text += row("limited by", fmt::format("{}   (registers not counted)", occupancy.limit));
        }
    }
    if (kernel.local_bytes > 0)
        text += row("local memory", fmt::format("{} a work-group", counted(kernel.local_bytes, "byte")));
    if (kernel.sampled_groups < kernel.work_groups)
        text += row("sample", fmt::format("{} of {} counted", with_commas(kernel.sampled_groups),
                                          counted(kernel.work_groups, "work-group")));
    if (kernel.truncated)
        text += row("truncated", "the launch was too long to be counted whole, or ended early");
    return text;
}

std::string marked(bool mark, const std::string& text)
{
    const std::string line = fmt::format("        {} {}", mark ? "!" : " ", text);
    return (mark ? styled(line, Style::bad) : line) + "\n";
}

std::string access_row(const LensLine& line, bool mark)
{
    const auto requests = counted(line.requests(), "request");
    const auto kind = fmt::format("{} {}", name_of(line.space()), name_of(line.access));
    if (const auto* image = std::get_if<formats::ImageCounts>(&line.counts))
        return marked(mark,
                      fmt::format("{:<14}{:>18}{:>18}{:>18}", kind, requests, counted(image->bytes, "byte"),
                                  with_commas(image->distinct_bytes) + " distinct"));
    const std::string cost = counted(line.actual(), line.is_global() ? "sector" : "pass");
    const std::string wanted = line.is_global() ? fmt::format("{} ideal", with_commas(line.ideal()))
                                                : counted(line.actual() - line.ideal(), "conflict");
    return marked(mark, fmt::format("{:<14}{:>18}{:>18}{:>18}{:>10}", kind, requests, cost, wanted,
                                    percent(line.efficiency())));
}

std::string control_row(const LensControl& line, bool mark)
{
    const std::string active = percent(line.simd_efficiency) + " active";
    if (line.branches == 0) return marked(mark, fmt::format("{:<14}{:>64}", "work-items", active));
    return marked(mark,
                  fmt::format("{:<14}{:>18}{:>18}{:>28}", "branch", with_commas(line.branches) + " times",
                              with_commas(line.divergent) + " divergent", active));
}

// What there is to tell of one source line.
struct SourceLine
{
    std::string source;
    std::string rows;
    std::vector<std::string> sentences;
};

std::string capital(std::string sentence)
{
    if (!sentence.empty())
        sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    return sentence;
}

std::string listing(const LensKernel& kernel)
{
    std::map<int, SourceLine> lines;
    const auto at = [&](const auto& line) -> SourceLine& {
        SourceLine& entry = lines[line.line];
        if (entry.source.empty()) entry.source = line.source;
        return entry;
    };
    for (const LensLine& line : kernel.lines)
        at(line).rows += access_row(line, advice_on_access(line).has_value());
    for (const LensControl& line : kernel.control)
        if (line.branches > 0 || line.simd_efficiency < 0.995)
            at(line).rows += control_row(line, advice_on_control(line).has_value());
    const std::vector<Advice> advice = advice_on(kernel);
    for (std::size_t i = 0; i < std::min(advice.size(), most_sentences); ++i)
        lines[advice[i].line].sentences.push_back(
            fmt::format("{}{}.", capital(advice[i].what),
                        advice[i].chapter > 0 ? fmt::format(" (chapter {})", advice[i].chapter) : ""));
    std::string text;
    for (const auto& [number, line] : lines) {
        constexpr std::size_t room = line_width - text_column;
        const std::string source =
            line.source.size() > room ? line.source.substr(0, room - 3) + "..." : line.source;
        text += fmt::format("\n  {:>5}   {}\n{}", number, styled(source, Style::strong), line.rows);
        for (const std::string& sentence : line.sentences) wrap(text, sentence);
    }
    return text;
}

} // namespace

std::string terminal_report(const formats::LensReport& report, const lens::Profile& profile)
{
    std::string text = fmt::format(
        "{}   sub-groups of {}, sectors of {} bytes, {} banks; {}\n", styled(profile.name, Style::strong),
        profile.sub_group_size, report.device.sector_bytes, profile.local.banks,
        profile.validated.empty() ? "modelled from documents" : "accesses checked by a GPU's counters");
    for (const ToldLaunches& told : told_launches(report))
        text += fmt::format("\n{}{}{}", heading(told), sums(told.kernel), listing(told.kernel));
    return text;
}

} // namespace lockstep::tool
