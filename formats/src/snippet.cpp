// Cutting snippets out of files.
#include "lockstep/formats/snippet.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lockstep
{

namespace
{

std::string marker_tag(std::string_view line)
{
    line = trim(line);
    for (const std::string_view open : {"//! [", "#! ["})
        if (line.starts_with(open) && line.ends_with("]"))
            return std::string(line.substr(open.size(), line.size() - open.size() - 1));
    return {};
}

std::string without_common_indent(const std::vector<std::string>& lines)
{
    std::size_t indent = std::string::npos;
    for (const std::string& line : lines) {
        const auto first = line.find_first_not_of(' ');
        if (first != std::string::npos) indent = std::min(indent, first);
    }
    std::string text;
    for (const std::string& line : lines) text += (line.size() >= indent ? line.substr(indent) : "") + "\n";
    return text;
}

} // namespace

Excerpt read_snippet(const std::filesystem::path& file, std::string_view tag)
{
    std::vector<std::string> inside;
    Excerpt excerpt;
    int number = 0;
    int markers = 0;
    for (const std::string& line : split_lines(read_text(file))) {
        ++number;
        const std::string found = marker_tag(line);
        if (found == tag) {
            ++markers;
            excerpt.first_line = markers == 1 ? number + 1 : excerpt.first_line;
        } else if (markers == 1 && found.empty()) {
            inside.push_back(line);
        }
    }
    if (markers != 2) {
        throw Failure(
            fmt::format("has {} of the two markers '//! [{}]'. Write one before and one behind the lines to "
                        "show.",
                        markers == 0 ? "none" : std::to_string(markers), tag));
    }
    excerpt.text = without_common_indent(inside);
    return excerpt;
}

bool has_snippet(const std::filesystem::path& file, std::string_view tag)
{
    const std::vector<std::string> lines = split_lines(read_text(file));
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return marker_tag(line) == tag; });
}

std::string read_without_markers(const std::filesystem::path& file)
{
    std::string text;
    for (const std::string& line : split_lines(read_text(file)))
        if (marker_tag(line).empty()) text += line + "\n";
    return text;
}

} // namespace lockstep
