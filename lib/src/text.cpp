// Small things done to text.
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

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
        "bins",         "bytes",     "calls",       "candidates", "channels", "columns",    "devices",
        "elements",     "groups",    "kernels",     "launches",   "lines",    "pieces",     "pixels",
        "platforms",    "readings",  "reads",       "rows",       "shifts",   "strips",     "sub-groups",
        "tasks",        "threads",   "tiles",       "times",      "values",   "work-items", "words",
        "instructions", "particles", "work-groups", "minutes",    "results",  "writes",     "transactions",
        "registers",    "workers",   "bakers",      "cases",      "frames",   "buffers",    "points",
        "steps",        "events",    "queues"};
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
        const std::string_view word{begin, end};
        if (!nouns.contains(word)) continue;
        const bool es = word == "launches";
        result += fmt::format(" {}", word.substr(0, word.size() - (es ? 2 : 1)));
        i += 1 + word.size();
    }
    return result;
}

std::string with_commas(std::uint64_t number)
{
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
    return digits;
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
