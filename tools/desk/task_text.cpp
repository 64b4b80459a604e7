// Tasks as text: the Markdown of READMEs, which is nearly text already.
#include "desk/task_text.hpp"

#include "base/terminal.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace
{

std::string without_marks(std::string text)
{
    for (const char* mark : {" \\f$", "\\f$ ", "\\f[", "\\f]", "**"})
        text = replace_all(std::move(text), mark, "");
    return std::string{trim(text)};
}

bool begins_item(std::string_view line)
{
    const std::size_t digits = line.find_first_not_of("0123456789");
    return line.starts_with("- ") ||
           (digits != 0 && digits != std::string_view::npos && line.substr(digits).starts_with(". "));
}

bool stays_as_it_is(std::string_view line)
{
    return line.starts_with("    ") || line.starts_with("|") || line.starts_with("![");
}

} // namespace

std::string task_text(const ExerciseInfo& exercise, std::size_t widest)
{
    std::string text;
    std::string paragraph;
    const auto end_paragraph = [&] {
        const std::size_t indent = begins_item(paragraph) ? paragraph.find(' ') + 1 : 0;
        if (!paragraph.empty()) text += wrapped(without_marks(paragraph), 0, indent, widest) + "\n";
        paragraph.clear();
    };
    bool code = false;
    for (const std::string& line : split_lines(read_text(exercise.folder / "README.md"))) {
        const bool fence = line.starts_with("```");
        if (fence || code || trim(line).empty() || line.starts_with("# ") || stays_as_it_is(line)) {
            end_paragraph();
            if (fence)
                code = !code;
            else
                text += (line.starts_with("# ") ? styled(line.substr(2), Style::strong) : line) + "\n";
            continue;
        }
        if (begins_item(line)) end_paragraph();
        paragraph += (paragraph.empty() ? "" : " ") + std::string{trim(line)};
    }
    end_paragraph();
    return text;
}

} // namespace lockstep::tool
