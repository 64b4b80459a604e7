// Marked outputs: reading, comparing, capturing again.
#include "lockstep/formats/captured_output.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>
#include <vector>

namespace lockstep
{

namespace
{

constexpr std::string_view block_open = "[[*";
constexpr std::string_view own_block_open = "[[=*";
constexpr std::string_view block_close = "*]]";

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    std::istringstream stream{std::string{text}};
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

struct Mark
{
    std::string name;
    bool own = false; // of the device: the same in every run on it
    std::string text;
};

// A line cut into literal parts and marks: parts.size() == marks.size() + 1.
struct MarkedLine
{
    std::vector<std::string> parts;
    std::vector<Mark> marks;
};

bool is_name_letter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

// Two brackets that no name and bar follow are text. A mark that the line does not close reaches to its end; `open` is
// then set.
MarkedLine cut(const std::string& line, bool* open = nullptr)
{
    MarkedLine result;
    std::string part;
    std::size_t at = 0;
    while (at < line.size()) {
        std::size_t bar = at + 2;
        if (line.compare(at, 2, "[[") == 0)
            while (bar < line.size() && is_name_letter(line[bar])) ++bar;
        const std::size_t name_end = bar;
        if (bar < line.size() && line[bar] == '=') ++bar;
        if (line.compare(at, 2, "[[") != 0 || bar >= line.size() || line[bar] != '|') {
            part += line[at++];
            continue;
        }
        const std::size_t close = std::min(line.find("]]", bar), line.size());
        if (open != nullptr && close == line.size()) *open = true;
        result.parts.push_back(std::move(part));
        part.clear();
        result.marks.push_back(
            {line.substr(at + 2, name_end - at - 2), bar > name_end, line.substr(bar + 1, close - bar - 1)});
        at = std::min(close + 2, line.size());
    }
    result.parts.push_back(std::move(part));
    return result;
}

std::string plain(const std::string& line)
{
    const MarkedLine cut_line = cut(line);
    std::string text = cut_line.parts.front();
    for (std::size_t i = 0; i < cut_line.marks.size(); ++i)
        text += cut_line.marks[i].text + cut_line.parts[i + 1];
    return text;
}

// A regular expression for literal text: any amount of white space where there is some.
std::string pattern_of_text(const std::string& text)
{
    std::string pattern;
    const std::size_t last = text.find_last_not_of(" \t\r");
    // the space at either end may vanish: marks and lines begin and end with any
    bool in_space = true;
    for (std::size_t at = 0; last != std::string::npos && at <= last; ++at) {
        const char c = text[at];
        const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (space && !in_space)
            pattern += R"(\s+)";
        else if (!space && std::string_view{R"(\^$.|?*+()[]{})"}.find(c) != std::string_view::npos)
            pattern += fmt::format("\\{}", c);
        else if (!space)
            pattern += c;
        in_space = space;
    }
    return pattern;
}

// A regular expression for a line: anything where there is a mark that does not hold where the program ran.
std::regex pattern_of(const std::string& line, RanOn where)
{
    const MarkedLine cut_line = cut(line);
    std::string pattern = R"(\s*)";
    for (std::size_t i = 0; i < cut_line.parts.size(); ++i) {
        pattern += pattern_of_text(cut_line.parts[i]);
        if (i == cut_line.marks.size()) continue;
        const Mark& mark = cut_line.marks[i];
        const bool holds = mark.own && where == RanOn::same_device;
        pattern += fmt::format(R"(\s*({})\s*)", holds ? pattern_of_text(mark.text) : ".*?");
    }
    return std::regex{pattern + R"(\s*)"};
}

bool is_header(const std::vector<std::string>& lines)
{
    return !lines.empty() && lines.front().starts_with("# ");
}

// What a marked output asks for: a line, or a block of them.
struct Entry
{
    bool block = false;
    bool own = false;               ///< of the device: a block with the same lines in every run on it
    std::string line = {};          ///< empty for a block
    std::vector<std::string> lines; ///< what a block held when it was captured
};

std::vector<Entry> entries_of(std::string_view marked)
{
    const std::vector<std::string> lines = lines_of(marked);
    std::vector<Entry> entries;
    bool in_block = false;
    for (std::size_t i = is_header(lines) ? 1 : 0; i < lines.size(); ++i)
        if (lines[i] == block_open || lines[i] == own_block_open) {
            in_block = true;
            entries.push_back({.block = true, .own = lines[i] == own_block_open, .lines = {}});
        } else if (lines[i] == block_close)
            in_block = false;
        else if (in_block)
            entries.back().lines.push_back(lines[i]);
        else
            entries.push_back({.line = lines[i], .lines = {}});
    return entries;
}

// What it asks for where the program ran: on the device itself, a block of its own is as many lines as it held.
std::vector<Entry> entries_of(std::string_view marked, RanOn where)
{
    std::vector<Entry> entries;
    for (Entry& entry : entries_of(marked))
        if (entry.own && where == RanOn::same_device)
            for (std::string& line : entry.lines) entries.push_back({.line = std::move(line), .lines = {}});
        else
            entries.push_back(std::move(entry));
    return entries;
}

bool matches(const std::string& marked_line, const std::string& printed_line, RanOn where)
{
    return std::regex_match(printed_line, pattern_of(marked_line, where));
}

std::string with_marks(const std::string& marked_line, const std::string& printed_line)
{
    std::smatch match;
    if (!std::regex_match(printed_line, match, pattern_of(marked_line, RanOn::other_device)))
        return printed_line;
    const MarkedLine cut_line = cut(marked_line);
    std::string result;
    std::size_t at = 0;
    for (std::size_t i = 0; i < cut_line.marks.size(); ++i) {
        const auto begin = static_cast<std::size_t>(match.position(i + 1));
        result += printed_line.substr(at, begin - at);
        const Mark& mark = cut_line.marks[i];
        result += fmt::format("[[{}{}|{}]]", mark.name, mark.own ? "=" : "", match[i + 1].str());
        at = begin + static_cast<std::size_t>(match.length(i + 1));
    }
    return result + printed_line.substr(at);
}

} // namespace

CapturedOutput parse_captured_output(std::string_view marked, const std::string& name)
{
    const std::vector<std::string> lines = lines_of(marked);
    CapturedOutput output;
    if (is_header(lines)) output.header = lines.front().substr(2);
    for (std::size_t i = is_header(lines) ? 1 : 0; i < lines.size(); ++i) {
        if (lines[i] == block_open || lines[i] == own_block_open || lines[i] == block_close) continue;
        bool open = false;
        for (const Mark& mark : cut(lines[i], &open).marks)
            if (!mark.name.empty()) output.values[mark.name] = mark.text;
        if (open)
            throw Failure(fmt::format(
                "{}:{}: a mark '[[name|' is not closed. Write ']]' behind the text it marks.", name, i + 1));
        output.lines.push_back(plain(lines[i]));
    }
    return output;
}

CapturedOutput read_captured_output(const std::filesystem::path& file)
{
    return parse_captured_output(read_text(file), file.string());
}

std::optional<std::string> compare_output(std::string_view marked, std::string_view printed, RanOn where)
{
    const std::vector<Entry> expected = entries_of(marked, where);
    const std::vector<std::string> lines = lines_of(printed);
    std::size_t at = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (expected[i].block) {
            const bool last = i + 1 == expected.size();
            while (at < lines.size() && (last || !matches(expected[i + 1].line, lines[at], where))) ++at;
            continue;
        }
        const bool there = at < lines.size() && matches(expected[i].line, lines[at], where);
        if (there) ++at;
        if (there || where == RanOn::simulator) continue;
        if (at == lines.size())
            return fmt::format("the output ends after {} lines; expected next: {}", at,
                               plain(expected[i].line));
        return fmt::format("line {} differs\n  expected: {}\n  printed:  {}", at + 1, plain(expected[i].line),
                           lines[at]);
    }
    if (at < lines.size() && where == RanOn::simulator)
        return fmt::format("line {} stands nowhere in what is expected: {}", at + 1, lines[at]);
    if (lines.empty() && where == RanOn::simulator) return "nothing was printed";
    if (at < lines.size()) return fmt::format("the output goes on after line {}: {}", at, lines[at]);
    return std::nullopt;
}

bool captured_on(std::string_view header, const CaptureDevice& device)
{
    return header.find(fmt::format("· {}, {}, driver ", device.name, device.platform)) !=
           std::string_view::npos;
}

bool captured_with(std::string_view header, std::string_view driver)
{
    constexpr std::string_view before = ", driver ";
    const auto main_version = [](std::string_view text) { return text.substr(0, text.find_first_of(". ")); };
    const std::size_t at = header.find(before);
    return driver.empty() || (at != std::string_view::npos &&
                              main_version(header.substr(at + before.size())) == main_version(driver));
}

RanOn ran_on(std::string_view header, const CaptureDevice& device)
{
    return captured_on(header, device) && captured_with(header, device.driver) ? RanOn::same_device
                                                                               : RanOn::other_device;
}

Capture capture_for(const std::filesystem::path& folder, const CaptureDevice& device)
{
    const std::filesystem::path usual = folder / "output.txt";
    std::vector<std::filesystem::path> captures{usual};
    for (const auto& entry : std::filesystem::directory_iterator{folder}) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("output.") && name.ends_with(".txt") && name != "output.txt")
            captures.push_back(entry.path());
    }
    for (const std::filesystem::path& file : captures)
        if (const std::string header = read_captured_output(file).header; captured_on(header, device))
            return {file, ran_on(header, device)};
    return {usual, ran_on(read_captured_output(usual).header, device)};
}

std::string recapture(std::string_view marked, std::string_view printed, std::string_view header)
{
    const std::vector<Entry> old = entries_of(marked);
    const auto open = [](const Entry& block) { return block.own ? own_block_open : block_open; };
    std::string result = fmt::format("# {}\n", header);
    std::size_t entry = 0;
    const Entry* block = nullptr; // the one that is open
    for (const std::string& line : lines_of(printed)) {
        std::size_t match = entry; // the next strict line this one corresponds to
        while (match < old.size() &&
               (old[match].block || !matches(old[match].line, line, RanOn::other_device)))
            ++match;
        if (block == nullptr && entry < old.size() && old[entry].block && match != entry) {
            block = &old[entry++]; // it may be empty here and full elsewhere
            result += fmt::format("{}\n", open(*block));
        }
        if (block != nullptr && match == entry && match < old.size()) {
            block = nullptr;
            result += fmt::format("{}\n", block_close);
        }
        if (block == nullptr && match < old.size()) {
            result += with_marks(old[match].line, line) + "\n";
            entry = match + 1;
            continue;
        }
        std::string kept = line;
        if (block != nullptr)
            for (const std::string& before : block->lines)
                if (matches(before, line, RanOn::other_device)) {
                    kept = with_marks(before, line);
                    break;
                }
        result += kept + "\n";
    }
    if (block != nullptr) result += fmt::format("{}\n", block_close);
    return result;
}

} // namespace lockstep
