// Tables and marked source lines.
#include "lens/terminal_report.hpp"

#include "base/terminal.hpp"
#include "lens/advice.hpp"
#include "lens/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <sstream>

namespace lockstep::tool
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr std::size_t width = 100;
constexpr std::size_t most_sentences = 5;
constexpr std::size_t text_column = 10; // where sources, rows and sentences begin

std::uint64_t count(const Json& object, const char* key)
{
    return object.value(key, std::uint64_t{0});
}

// "16,384"
std::string grouped(std::uint64_t number)
{
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

// "12.5 %", rounded down: only what is whole is called so.
std::string percent(double fraction)
{
    return fmt::format("{:g} %", std::floor(fraction * 1000.0 + 1e-9) / 10.0);
}

// "64 × 64": the sizes up to the last that is not 1.
std::string sizes(const Json& three)
{
    std::size_t dimensions = three.size();
    while (dimensions > 1 && three[dimensions - 1] == 1) --dimensions;
    std::string text;
    for (std::size_t d = 0; d < dimensions; ++d)
        text += fmt::format("{}{}", d == 0 ? "" : " × ", three[d].get<std::uint64_t>());
    return text;
}

std::string plural(std::uint64_t number, const std::string& word)
{
    return fmt::format("{} {}{}", grouped(number), word,
                       number == 1                                    ? ""
                       : word.ends_with("ch") || word.ends_with("ss") ? "es"
                                                                      : "s");
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

// Adds a sentence in lines of at most `width`; "(chapter 12)" stays together.
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
        if (used + word.size() > width && used > text_column) {
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
    const Json& kernel = told.kernel;
    std::string text = styled(kernel.at("name").get<std::string>(), Style::strong);
    if (told.summed) return text + fmt::format("   the sum of {} launches that differ\n", told.times);
    text += fmt::format("   {} work-items in work-groups of {}", sizes(kernel.at("global_size")),
                        sizes(kernel.at("local_size")));
    if (told.times > 1) text += fmt::format("   ×{}", told.times);
    if (!told.only)
        text += fmt::format("   launch{} {}", told.launches.size() > 1 ? "es" : "", ranges(told.launches));
    if (kernel.value("local_size_chosen", false))
        text += "\n  (the program leaves the work-groups' size to the driver; the lens chose)";
    return text + "\n";
}

// A table of the paths that were used; nothing when none was.
std::string table(const Json& kernel, const std::vector<std::pair<const char*, const char*>>& paths,
                  const char* actual, const char* second, const std::vector<const char*>& titles)
{
    std::string rows;
    for (const auto& [key, name] : paths) {
        const Json& counts = kernel.at(key);
        if (count(counts, "requests") == 0) continue;
        const double efficiency = counts.at("efficiency").get<double>();
        const std::string last = fmt::format("{:>14}", percent(efficiency));
        rows += fmt::format("  {:<14}{:>14}{:>14}{:>14}{}\n", name, grouped(count(counts, "requests")),
                            grouped(count(counts, actual)), grouped(count(counts, second)),
                            efficiency < 0.95 ? styled(last, Style::bad) : last);
    }
    if (rows.empty()) return "";
    return styled(fmt::format("  {:<14}{:>14}{:>14}{:>14}{:>14}", "", titles[0], titles[1], titles[2],
                              titles[3]),
                  Style::faint) +
           "\n" + rows;
}

std::string row(const char* name, const std::string& value)
{
    return fmt::format("  {:<18}{}\n", name, value);
}

std::string sums(const Json& kernel)
{
    std::string text = table(kernel, {{"global_load", "global load"}, {"global_store", "global store"}},
                             "sectors", "ideal_sectors", {"requests", "sectors", "ideal", "efficiency"});
    text += table(kernel, {{"local_load", "local load"}, {"local_store", "local store"}}, "wavefronts",
                  "conflicts", {"requests", "passes", "conflicts", "efficiency"});
    if (const Json atomics = kernel.value("atomics", Json::object()); count(atomics, "requests") > 0)
        text += row("atomics", fmt::format("{} of {}, {} of them at an address that another one has",
                                           plural(count(atomics, "requests"), "request"),
                                           plural(count(atomics, "lanes"), "work-item"),
                                           grouped(count(atomics, "same_address"))));
    text += row("SIMD efficiency",
                fmt::format("{}   ({}, {} divergent)", percent(kernel.at("simd_efficiency").get<double>()),
                            plural(count(kernel, "branches"), "conditional branch"),
                            grouped(count(kernel, "divergent_branches"))));
    if (kernel.contains("occupancy")) {
        const Json& occupancy = kernel.at("occupancy");
        if (occupancy.contains("refusal"))
            text +=
                row("occupancy",
                    styled("cannot be launched: " + occupancy.at("refusal").get<std::string>(), Style::bad));
        else {
            text += row("occupancy", fmt::format("{}   ({}, {} on a compute unit)",
                                                 percent(occupancy.at("fraction").get<double>()),
                                                 plural(count(occupancy, "groups"), "work-group"),
                                                 plural(count(occupancy, "waves"), "sub-group")));
            text += row("limited by", fmt::format("{}   (registers not counted)",
                                                  occupancy.at("limit").get<std::string>()));
        }
    }
    if (const std::uint64_t bytes = count(kernel, "local_bytes"); bytes > 0)
        text += row("local memory", fmt::format("{} a work-group", plural(bytes, "byte")));
    const std::uint64_t groups = count(kernel, "work_groups");
    if (const std::uint64_t sampled = count(kernel, "sampled_groups"); sampled < groups)
        text +=
            row("sample", fmt::format("{} of {} counted", grouped(sampled), plural(groups, "work-group")));
    if (kernel.value("truncated", false))
        text += row("truncated", "the launch was too long to be counted whole, or ended early");
    return text;
}

std::string marked(bool mark, const std::string& text)
{
    const std::string line = fmt::format("        {} {}", mark ? "!" : " ", text);
    return (mark ? styled(line, Style::bad) : line) + "\n";
}

std::string access_row(const Json& line, bool mark)
{
    const bool global = line.at("space") == "global";
    const auto requests = plural(count(line, "requests"), "request");
    const std::uint64_t actual = count(line, global ? "sectors" : "wavefronts");
    const auto kind = fmt::format("{} {}", global ? "global" : "local", line.at("access").get<std::string>());
    const std::string cost = global ? plural(actual, "sector") : plural(actual, "pass");
    const std::string wanted = global ? fmt::format("{} ideal", grouped(count(line, "ideal_sectors")))
                                      : plural(count(line, "conflicts"), "conflict");
    return marked(
        mark, fmt::format("{:<14}{:>18}{:>18}{:>18}{:>10}", kind, requests, cost, wanted,
                          line.contains("efficiency") ? percent(line.at("efficiency").get<double>()) : ""));
}

std::string control_row(const Json& line, bool mark)
{
    const std::string active = percent(line.value("simd_efficiency", 1.0)) + " active";
    if (count(line, "branches") == 0) return marked(mark, fmt::format("{:<14}{:>64}", "work-items", active));
    return marked(mark, fmt::format("{:<14}{:>18}{:>18}{:>28}", "branch",
                                    grouped(count(line, "branches")) + " times",
                                    grouped(count(line, "divergent")) + " divergent", active));
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

std::string listing(const Json& kernel)
{
    std::map<int, SourceLine> lines;
    const auto at = [&](const Json& line) -> SourceLine& {
        SourceLine& entry = lines[line.at("line").get<int>()];
        if (entry.source.empty()) entry.source = line.value("source", "");
        return entry;
    };
    for (const Json& line : kernel.value("lines", Json::array()))
        at(line).rows += access_row(line, advice_on_access(line).has_value());
    for (const Json& line : kernel.value("control", Json::array()))
        if (count(line, "branches") > 0 || line.value("simd_efficiency", 1.0) < 0.995)
            at(line).rows += control_row(line, advice_on_control(line).has_value());
    const std::vector<Advice> advice = advice_on(kernel);
    for (std::size_t i = 0; i < std::min(advice.size(), most_sentences); ++i)
        lines[advice[i].line].sentences.push_back(
            fmt::format("{}{}.", capital(advice[i].what),
                        advice[i].chapter > 0 ? fmt::format(" (chapter {})", advice[i].chapter) : ""));
    std::string text;
    for (const auto& [number, line] : lines) {
        constexpr std::size_t room = width - text_column;
        const std::string source =
            line.source.size() > room ? line.source.substr(0, room - 3) + "..." : line.source;
        text += fmt::format("\n  {:>5}   {}\n{}", number, styled(source, Style::strong), line.rows);
        for (const std::string& sentence : line.sentences) wrap(text, sentence);
    }
    return text;
}

} // namespace

std::string terminal_report(const Json& report, const lens::Profile& profile)
{
    std::string text = fmt::format(
        "{}   sub-groups of {}, sectors of {} bytes, {} banks; {}\n", styled(profile.name, Style::strong),
        profile.sub_group_size, report.value("sector_bytes", 0U), profile.local.banks,
        profile.validated.empty() ? "modelled from documents" : "checked against hardware counters");
    for (const ToldLaunches& told : told_launches(report))
        text += fmt::format("\n{}{}{}", heading(told), sums(told.kernel), listing(told.kernel));
    return text;
}

} // namespace lockstep::tool
