// The text of an access in its line.
#include "lens/expressions.hpp"

#include "lockstep/text.hpp"

#include <cctype>
#include <cstddef>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t longest = 40;

bool is_of_name(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

// Where the bracket at `open` is closed; npos where it is not.
std::size_t closing(std::string_view text, std::size_t open)
{
    std::size_t depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(' || text[i] == '[') ++depth;
        if ((text[i] == ')' || text[i] == ']') && --depth == 0) return i;
    }
    return std::string_view::npos;
}

// Where the expression begins of which the name at `at` is a member; `at` where it is none's.
std::size_t beginning(std::string_view line, std::size_t at)
{
    for (;;) {
        const std::string_view before = line.substr(0, at);
        std::size_t end = at;
        if (before.ends_with("."))
            end -= 1;
        else if (before.ends_with("->"))
            end -= 2;
        else
            return at;
        std::size_t depth = 0;
        std::size_t first = end;
        while (first > 0) {
            const char letter = line[first - 1];
            if (letter == ')' || letter == ']')
                ++depth;
            else if ((letter == '(' || letter == '[') && depth > 0)
                --depth;
            else if (depth == 0 && !is_of_name(letter))
                break;
            --first;
        }
        if (first == end) return at;
        at = first;
    }
}

} // namespace

std::string expression_at(std::string_view line, unsigned column)
{
    if (column == 0 || column > line.size()) return {};
    const std::string_view text = line.substr(beginning(line, column - 1));
    std::size_t end = text.starts_with('*') ? 1 : 0;
    if (end >= text.size() || (!is_of_name(text[end]) && text[end] != '(')) return {};
    while (end < text.size()) {
        if (is_of_name(text[end]) || text[end] == '.') {
            ++end;
        } else if (text.substr(end).starts_with("->")) {
            end += 2;
        } else if (text[end] == '[' || text[end] == '(') {
            const std::size_t last = closing(text, end);
            if (last == std::string_view::npos) break;
            end = last + 1;
        } else {
            break;
        }
    }
    return end <= longest ? std::string(text.substr(0, end))
                          : std::string(text.substr(0, longest - 3)) + "...";
}

void add_expressions(formats::LensReports& counts)
{
    std::vector<std::vector<std::string>> lines;
    for (const std::string& source : counts.sources) lines.push_back(split_lines(source));
    for (formats::LensReport& report : counts.reports)
        for (formats::LensKernel& kernel : report.kernels) {
            if (kernel.source >= lines.size()) continue;
            const std::vector<std::string>& text = lines[kernel.source];
            for (formats::LensLine& line : kernel.lines)
                if (line.line > 0 && static_cast<std::size_t>(line.line) <= text.size())
                    line.expression =
                        expression_at(text[static_cast<std::size_t>(line.line) - 1], line.column);
        }
}

} // namespace lockstep::tool
