// HTML that lives in files: texts with places for values, and files of several named ones.
#include "html/template.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace lockstep
{
namespace
{

namespace fs = std::filesystem;

constexpr std::string_view mark = "<!-- fragment ";
constexpr std::string_view mark_end = "-->";

/// The length of the name at the front of a text that a second @ closes; 0 when there is none.
std::size_t name_length(std::string_view text)
{
    const auto end = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return end == std::string_view::npos || text[end] != '@' ? 0 : end;
}

/// Adds a line of a fragment to those before it.
void join(std::string& text, std::string_view line)
{
    line = trim(line);
    if (line.empty()) return;
    const bool beside_tag = text.empty() || text.back() == '>' || text.back() == '@' || line.front() == '<' ||
                            line.front() == '@';
    text.append(beside_tag ? "" : " ").append(line);
}

} // namespace

std::string filled(std::string_view text, const Values& values, std::string_view origin)
{
    std::string out;
    while (true) {
        const auto open = text.find('@');
        if (open == std::string_view::npos) return out.append(text);
        out += text.substr(0, open);
        text.remove_prefix(open + 1);
        const auto length = name_length(text);
        if (length == 0) {
            out += '@';
            continue;
        }
        const auto value = values.find(text.substr(0, length));
        if (value == values.end())
            throw Failure(
                fmt::format("{} has a place @{}@, and no value of that name goes there. Correct the "
                            "name.",
                            origin, text.substr(0, length)));
        out += value->second;
        text.remove_prefix(length + 1);
    }
}

Templates::Templates(const fs::path& folder) : folder_(folder)
{
    for (const fs::path& file : sorted_entries(folder))
        if (file.extension() == ".html") read(file);
}

void Templates::read(const fs::path& file)
{
    const std::string text = read_text(file);
    const std::vector<std::string> lines = split_lines(text);
    const auto is_mark = [](const std::string& line) { return line.starts_with(mark); };
    auto line = std::ranges::find_if(lines, is_mark);
    if (line == lines.end()) {
        add(file.stem().string(), {text, file.string()});
        return;
    }
    while (line != lines.end()) {
        const std::string_view rest = std::string_view(*line).substr(mark.size());
        const std::string name(rest.substr(0, rest.find(':')));
        if (name.size() == rest.size() || !line->ends_with(mark_end))
            throw Failure(fmt::format("{}: the line '{}' names no fragment. Write: {}NAME: what it is {}",
                                      file.string(), *line, mark, mark_end));
        const auto next = std::find_if(++line, lines.end(), is_mark);
        Fragment fragment{{}, fmt::format("The fragment '{}' of {}", name, file.string())};
        for (; line != next; ++line) join(fragment.text, *line);
        add(name, std::move(fragment));
    }
}

void Templates::add(const std::string& name, Fragment fragment)
{
    const auto [place, is_new] = fragments_.try_emplace(name, fragment);
    if (!is_new)
        throw Failure(fmt::format("{} has the name of another: {}. Rename one.", fragment.origin,
                                  place->second.origin));
}

std::string Templates::fill(std::string_view name, const Values& values) const
{
    const auto found = fragments_.find(name);
    if (found == fragments_.end())
        throw Failure(
            fmt::format("The HTML files in {} hold no fragment '{}'. Write it.", folder_.string(), name));
    return filled(found->second.text, values, found->second.origin);
}

} // namespace lockstep
