// Small things done to text.
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace lockstep
{

std::string_view trim(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

std::vector<std::string> split_lines(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<std::string> paragraphs_of(std::string_view text)
{
    std::vector<std::string> paragraphs;
    bool within = false;
    for (const std::string& line : split_lines(text)) {
        const std::string_view words = trim(line);
        if (words.empty()) {
            within = false;
            continue;
        }
        if (within)
            paragraphs.back().append(" ").append(words);
        else
            paragraphs.emplace_back(words);
        within = true;
    }
    return paragraphs;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string indented(std::string_view text, std::size_t columns)
{
    std::string result;
    for (const char c : text) {
        result += c;
        if (c == '\n') result.append(columns, ' ');
    }
    return result;
}

std::string told_apart(double value, double other)
{
    if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
    std::string text;
    for (int digits = 3; digits <= 17; ++digits) {
        text = fmt::format("{:.{}g}", value, digits);
        if (value == other || text != fmt::format("{:.{}g}", other, digits)) break;
    }
    return text;
}

std::string singular_after_one(const std::string& text)
{
    static const std::set<std::string_view> nouns{
        "bins",         "bytes",     "calls",       "candidates", "channels",  "columns",    "devices",
        "elements",     "groups",    "kernels",     "launches",   "lines",     "pieces",     "pixels",
        "platforms",    "readings",  "reads",       "rows",       "shifts",    "strips",     "sub-groups",
        "tasks",        "threads",   "tiles",       "times",      "values",    "work-items", "words",
        "instructions", "particles", "work-groups", "minutes",    "results",   "writes",     "transactions",
        "registers",    "workers",   "bakers",      "cases",      "frames",    "buffers",    "points",
        "steps",        "events",    "queues",      "units",      "floats",    "slots",      "commands",
        "characters",   "products",  "operations",  "levels",     "cells",     "taps",       "sub-buffers",
        "sources",      "samples",   "ranks",       "headers",    "exposures", "bits",       "banks",
        "sprites",      "seconds"};
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> verbs{
        {{" are ", " is "}, {" have ", " has "}, {" were ", " was "}}};
    const auto is_of_word = [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '-';
    };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        result += text[i];
        const bool one = text[i] == '1' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '(') &&
                         i + 1 < text.size() && text[i + 1] == ' ';
        if (!one) continue;
        const auto begin = text.begin() + static_cast<std::ptrdiff_t>(i) + 2;
        const auto end = std::find_if_not(begin, text.end(), is_of_word);
        const std::string_view word =
            std::string_view{text}.substr(i + 2, static_cast<std::size_t>(end - begin));
        if (!nouns.contains(word)) continue;
        const bool es = word == "launches";
        result += fmt::format(" {}", word.substr(0, word.size() - (es ? 2 : 1)));
        // Behind the subject of a sentence its verb; "2 rows and 1 column are" has another.
        const std::string_view before{text.data(), i};
        const bool subject = !before.ends_with("of ") && !before.ends_with("and ");
        i += 1 + word.size();
        for (const auto& [many, single] : verbs)
            if (subject && std::string_view{text}.substr(i + 1).starts_with(many)) {
                result += single;
                i += many.size();
            }
    }
    return result;
}

std::string with_commas(std::uint64_t number)
{
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
    return digits;
}

std::string nearest(std::string_view mistyped, const std::vector<std::string>& names)
{
    std::size_t least = mistyped.size() / 3 + 1;
    std::string found;
    for (const std::string& name : names) {
        // Row i: the changes between the first i letters and so many of the name; with those of the two rows before.
        std::vector<std::size_t> earlier, before(name.size() + 1), row(name.size() + 1);
        std::iota(before.begin(), before.end(), std::size_t{0});
        for (std::size_t i = 1; i <= mistyped.size(); ++i) {
            row[0] = i;
            for (std::size_t k = 1; k <= name.size(); ++k) {
                const bool same = mistyped[i - 1] == name[k - 1];
                row[k] = std::min({before[k] + 1, row[k - 1] + 1, before[k - 1] + (same ? 0 : 1)});
                if (i > 1 && k > 1 && mistyped[i - 1] == name[k - 2] && mistyped[i - 2] == name[k - 1])
                    row[k] = std::min(row[k], earlier[k - 2] + 1);
            }
            earlier = std::exchange(before, row);
        }
        if (before.back() >= least) continue;
        least = before.back();
        found = name;
    }
    return found;
}

std::string_view first_line(std::string_view text)
{
    return text.substr(0, text.find('\n'));
}

std::string counted(std::uint64_t count, std::string_view thing)
{
    const char* const ending = count == 1 ? "" : thing.ends_with("ch") || thing.ends_with('s') ? "es" : "s";
    return fmt::format("{} {}{}", with_commas(count), thing, ending);
}

} // namespace lockstep
