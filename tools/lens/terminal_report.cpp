// Tables and marked source lines.
#include "lens/terminal_report.hpp"

#include "base/terminal.hpp"
#include "lens/advice.hpp"
#include "lens/report.hpp"
#include "lens/statements.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
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
constexpr std::size_t text_column = 10; // where sources, rows and sentences begin

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
    for (const std::string& remark : kernel.remarks)
        text += "\n  " + wrapped(fmt::format("({})", remark), 2, 3, line_width);
    return text + "\n";
}

// A table with its titles.
std::string table_text(const ToldTable& table)
{
    std::string titles = fmt::format("  {:<14}", "");
    for (const std::string& title : table.titles) titles += fmt::format("{:>14}", title);
    std::string text = styled(titles, Style::faint) + "\n";
    for (const ToldTable::Row& row : table.rows) {
        text += fmt::format("  {:<14}", row.cells.front());
        for (std::size_t i = 1; i < row.cells.size(); ++i) {
            const std::string cell = fmt::format("{:>14}", row.cells[i]);
            text += row.bad && i + 1 == row.cells.size() ? styled(cell, Style::bad) : cell;
        }
        text += "\n";
    }
    return text;
}

std::string sums(const LensKernel& kernel)
{
    std::string text;
    for (const ToldTable& table : tables_of(kernel)) text += table_text(table);
    for (const ToldFact& fact : facts_of(kernel))
        text +=
            fmt::format("  {:<18}{}\n", fact.name, fact.bad ? styled(fact.value, Style::bad) : fact.value);
    return text;
}

std::string marked(bool mark, const std::string& text)
{
    const std::string line = fmt::format("        {} {}", mark ? "!" : " ", text);
    return (mark ? styled(line, Style::bad) : line) + "\n";
}

// The cells of a line's row in columns, the last one at the right.
std::string row_text(const ToldLine& line)
{
    constexpr std::size_t name_width = 14;
    constexpr std::size_t column = 18;
    constexpr std::size_t whole = name_width + 3 * column + 10;
    std::string text = fmt::format("{:<{}}", line.cells.front(), name_width);
    std::size_t used = name_width;
    for (std::size_t i = 1; i < line.cells.size(); ++i) {
        const bool last_of_row = i + 1 == line.cells.size() && line.cells[i].find('%') != std::string::npos;
        const std::size_t room = last_of_row ? whole - used : column;
        text += fmt::format("{:>{}}", line.cells[i], room);
        used += room;
    }
    return marked(line.marked, text);
}

// What there is to tell of one source line.
struct SourceLine
{
    std::string source;
    std::string rows;
    std::vector<std::string> sentences;
};

std::string listing(const LensKernel& kernel, const formats::LensDevice& device)
{
    std::map<std::pair<std::string, int>, SourceLine> lines; // of each file
    const auto at = [&](const auto& line) -> SourceLine& {
        SourceLine& entry = lines[{line.file, line.line}];
        if (entry.source.empty()) entry.source = line.source;
        return entry;
    };
    for (const LensLine& line : kernel.lines) at(line).rows += row_text(told_line(line, device));
    for (const LensControl& line : kernel.control)
        if (is_told(line)) at(line).rows += row_text(told_line(line));
    const std::vector<Advice> advice = advice_on(kernel, device);
    for (std::size_t i = 0; i < std::min(advice.size(), most_told_advice); ++i)
        lines[{advice[i].file, advice[i].line}].sentences.push_back(sentence(advice[i]));
    std::string text;
    std::string last_file;
    for (const auto& [place, line] : lines) {
        const auto& [file, number] = place;
        if (file != last_file) text += fmt::format("\n  {}\n", styled(file, Style::faint));
        last_file = file;
        constexpr std::size_t room = line_width - text_column;
        const std::string known = line.source.empty() ? "(not in the program's text)" : line.source;
        const std::string source = known.size() > room ? known.substr(0, room - 3) + "..." : known;
        text += fmt::format("\n  {:>5}   {}\n{}", number == 0 ? "-" : std::to_string(number),
                            styled(source, Style::strong), line.rows);
        for (const std::string& sentence : line.sentences) wrap(text, sentence);
    }
    return text;
}

} // namespace

std::string terminal_report(const formats::LensReport& report)
{
    std::string text =
        fmt::format("{}   {}\n", styled(report.device.name, Style::strong), geometry_of(report.device));
    for (const std::string& line : {report.basis, assumptions_of(report)})
        if (!line.empty()) text += "  " + wrapped(line, 2, 2, line_width) + "\n";
    for (const ToldLaunches& told : told_launches(report))
        text +=
            fmt::format("\n{}{}{}", heading(told), sums(told.kernel), listing(told.kernel, report.device));
    return text;
}

} // namespace lockstep::tool
