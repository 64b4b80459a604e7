// Tables and marked source lines.
#include "lens/terminal_report.hpp"

#include "base/terminal.hpp"
#include "lens/advice.hpp"
#include "lens/forecasts.hpp"
#include "lens/ranking.hpp"
#include "lens/report.hpp"
#include "lens/statements.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lockstep::tool
{

namespace
{

using formats::LensControl;
using formats::LensKernel;
using formats::LensLine;

constexpr std::size_t text_column = 6; // where sources, rows and sentences begin

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

// A sentence in lines that are indented by so much; "(chapter 12)" stays together.
std::string paragraph(std::string sentence, std::size_t indent)
{
    constexpr char bound = '\1';
    if (const std::size_t at = sentence.find("(chapter "); at != std::string::npos) sentence[at + 8] = bound;
    std::string lines = std::string(indent, ' ') + wrapped(sentence, indent, indent, report_width);
    std::ranges::replace(lines, bound, ' ');
    return lines;
}

std::string heading(const LaunchGroup& told)
{
    const LensKernel& kernel = told.kernel;
    std::string sentence;
    if (told.summed) {
        // Those that the plugin summed, beyond the first of a kernel, may be alike.
        sentence = fmt::format("the sum of {} launches{}", told.times,
                               told.launches.size() > 1 ? " that differ" : "");
    } else {
        sentence = fmt::format("{} work-items in work-groups of {}", sizes(kernel.global_size),
                               sizes(kernel.local_size));
        if (told.times > 1) sentence += fmt::format("   ×{}", told.times);
        if (!told.only)
            sentence +=
                fmt::format("   launch{} {}", told.launches.size() > 1 ? "es" : "", ranges(told.launches));
    }
    const std::size_t column = columns_of(kernel.name) + 3;
    std::string text = styled(kernel.name, Style::strong);
    text += column + columns_of(sentence) > report_width ? "\n  " + wrapped(sentence, 2, 2, report_width)
                                                         : "   " + sentence;
    if (told.summed) return text + "\n";
    if (kernel.local_size_chosen)
        text += "\n  (the program leaves the work-groups' size to the driver; the lens chose)";
    for (const std::string& remark : kernel.remarks)
        text += "\n  " + wrapped(fmt::format("({})", remark), 2, 3, report_width);
    return text + "\n";
}

// A table with its titles.
std::string table_text(const ReportTable& table)
{
    std::string titles = fmt::format("  {:<14}", "");
    for (const std::string& title : table.titles) titles += fmt::format("{:>14}", title);
    std::string text = styled(titles, Style::faint) + "\n";
    for (const ReportTable::Row& row : table.rows) {
        text += fmt::format("  {:<14}", row.cells.front());
        for (std::size_t i = 1; i < row.cells.size(); ++i) {
            const std::string cell = fmt::format("{:>14}", row.cells[i]);
            text += row.bad && i + 1 == row.cells.size() ? styled(cell, Style::bad) : cell;
        }
        text += "\n";
    }
    return text;
}

std::string sums(const LensKernel& kernel, const formats::LensDevice& device)
{
    constexpr std::size_t value_column = 20;
    std::string text;
    for (const ReportTable& table : tables_of(kernel)) text += table_text(table);
    for (const ReportFact& fact : facts_of(kernel, device)) {
        const std::string value = wrapped(fact.value, value_column, value_column, report_width);
        text += fmt::format("  {:<18}{}\n", fact.name, fact.bad ? styled(value, Style::bad) : value);
    }
    for (const Advice& advice : advice_on_launch(kernel, device))
        text += styled("  ! " + paragraph(sentence(advice), 4).substr(4), Style::bad) + "\n";
    return text;
}

// What each kernel takes and loses.
std::string ranking_text(const std::vector<RankedKernel>& kernels)
{
    constexpr std::size_t most = 20;
    const ReportTable table = ranking_table(kernels, most);
    const bool time = table.titles.front() == "time";
    const std::size_t name_width = time ? 21 : 28;
    const auto cell = [&](std::size_t column, const std::string& text) {
        return fmt::format("{:>{}}", text, time && column == 0 ? 9 : 16);
    };
    std::string titles = fmt::format("  {:<{}}", "", name_width);
    for (std::size_t i = 0; i < table.titles.size(); ++i) titles += cell(i, table.titles[i]);
    std::string text = styled(titles, Style::faint) + "\n";
    for (const ReportTable::Row& row : table.rows) {
        const std::string& name = row.cells.front();
        text += fmt::format(
            "  {:<{}}", name.size() > name_width ? name.substr(0, name_width - 3) + "..." : name, name_width);
        for (std::size_t i = 1; i < row.cells.size(); ++i) text += cell(i - 1, row.cells[i]);
        text += "\n";
    }
    if (kernels.size() > most)
        text += fmt::format("  and {} behind them\n", counted(kernels.size() - most, "kernel"));
    return text;
}

std::string marked(bool mark, const std::string& text)
{
    const std::string line = fmt::format("    {} {}", mark ? "!" : " ", text);
    return (mark ? styled(line, Style::bad) : line) + "\n";
}

// The cells of a line's row in columns, the last one at the right; a cell that is too long moves the next ones.
std::string row_text(const ReportLine& line)
{
    constexpr std::size_t name_width = 15;
    constexpr std::size_t column = 17;
    constexpr std::size_t whole = report_width - text_column;
    std::string text = line.cells.front();
    for (std::size_t i = 1; i < line.cells.size(); ++i) {
        const bool last_of_row = i + 1 == line.cells.size() && line.cells[i].find('%') != std::string::npos;
        const std::size_t end = last_of_row ? whole : name_width + i * column;
        const std::size_t used = columns_of(text) + columns_of(line.cells[i]);
        text += std::string(used + 1 > end ? 1 : end - used, ' ') + line.cells[i];
    }
    std::string rows = marked(line.marked, text);
    if (!line.note.empty()) rows += styled(paragraph(line.note, text_column), Style::faint) + "\n";
    return rows;
}

// What there is to tell of one source line.
struct SourceLine
{
    std::string source;
    std::string rows;
};

// The costliest advice on a kernel's lines; each is told behind the row that it is about.
class ToldAdvice
{
public:
    ToldAdvice(const LensKernel& kernel, const formats::LensDevice& device)
    {
        for (Advice& advice : advice_on(kernel, device))
            if (!advice.whole && advice_.size() < most_told_advice) advice_.push_back(std::move(advice));
    }

    std::string on(const LensLine& line)
    {
        return about([&](const Advice& advice) {
            return advice.line == line.line && advice.file == line.file && advice.column == line.column &&
                   advice.space == name_of(line.space()) && advice.access == name_of(line.access);
        });
    }

    std::string on(const LensControl& line)
    {
        return about([&](const Advice& advice) {
            return advice.line == line.line && advice.file == line.file && advice.access.empty();
        });
    }

private:
    // What has been said of the line is not said again of the next row.
    template <typename IsMeant>
    std::string about(IsMeant is_meant)
    {
        std::string text;
        for (const Advice& advice : advice_) {
            if (!is_meant(advice) || !said_.emplace(advice.line, sentence(advice)).second) continue;
            text += styled(paragraph(sentence(advice), text_column), Style::bad) + "\n";
        }
        return text;
    }

    std::vector<Advice> advice_;
    std::set<std::pair<int, std::string>> said_;
};

std::string listing(const LensKernel& kernel, const formats::LensDevice& device)
{
    std::map<std::pair<std::string, int>, SourceLine> lines; // of each file
    ToldAdvice advice{kernel, device};
    const auto at = [&](const auto& line) -> SourceLine& {
        SourceLine& entry = lines[{line.file, line.line}];
        if (entry.source.empty()) entry.source = line.source;
        return entry;
    };
    for (const LensLine& line : kernel.lines)
        at(line).rows +=
            row_text(report_line(line, device, is_one_of_several(line, kernel))) + advice.on(line);
    for (const LensControl& line : kernel.control) {
        std::string rows;
        for (const ReportLine& row : report_control(line, kernel)) rows += row_text(row);
        rows += advice.on(line);
        if (!rows.empty()) at(line).rows += rows;
    }
    std::string text;
    std::string last_file;
    for (const auto& [place, line] : lines) {
        const auto& [file, number] = place;
        if (file != last_file) text += fmt::format("\n  {}\n", styled(file, Style::faint));
        last_file = file;
        constexpr std::size_t room = report_width - text_column;
        const std::string known = line.source.empty() ? "(not in the program's text)" : line.source;
        const std::string source = known.size() > room ? known.substr(0, room - 3) + "..." : known;
        text += fmt::format("\n{:>4}  {}\n{}", number == 0 ? "-" : std::to_string(number),
                            styled(source, Style::strong), line.rows);
    }
    return text;
}

// Which launches of the kernel an entry is of, where there are several.
std::string which(const LaunchGroup& told)
{
    if (told.only) return told.kernel.name;
    return fmt::format("{}, launch{} {}", told.kernel.name, told.launches.size() > 1 ? "es" : "",
                       ranges(told.launches));
}

// A forecast in lines of which none ends between a number and its unit.
std::string forecast_lines(const formats::LensForecast& forecast)
{
    constexpr std::string_view kept = "\1"; // for a space that must stay within its line
    std::string text = forecast_text(forecast);
    for (const std::string_view unit : {"ns", "us", "ms"})
        text = replace_all(text, fmt::format(" {}", unit), fmt::format("{}{}", kept, unit));
    return replace_all(wrapped(text, text_column, text_column, report_width), kept, " ");
}

// How long each launch would take, what its time consists of, and how far to believe it.
std::string forecasts(const std::vector<LaunchGroup>& launches, const std::string& error)
{
    std::string rows;
    for (const LaunchGroup& told : launches)
        if (told.kernel.forecast)
            rows += fmt::format("  {}\n      {}\n", which(told), forecast_lines(*told.kernel.forecast));
    if (rows.empty() && error.empty()) return rows;
    return fmt::format(
        "\n{}\n{}  {}\n",
        styled("Forecast of each launch's time, without the cost of starting it", Style::strong), rows,
        styled(wrapped(error, 2, 2, report_width), Style::faint));
}

} // namespace

std::string terminal_report(const formats::LensReport& report, std::size_t top)
{
    const std::vector<RankedKernel> kernels = ranked(report);
    std::string text = styled(wrapped(verdict_of(report), 0, 0, report_width), Style::strong) + "\n\n";
    text += fmt::format("{}   {}\n", report.device.name, geometry_of(report.device));
    for (const std::string& line : {report.basis, assumptions_of(report), report.sampling})
        if (!line.empty()) text += "  " + wrapped(line, 2, 2, report_width) + "\n";
    if (kernels.size() > 1) text += "\n" + ranking_text(kernels);
    const std::vector<LaunchGroup> launches = grouped_launches(report);
    std::vector<LaunchGroup> shown;
    for (std::size_t i = 0; i < std::min(top, kernels.size()); ++i)
        for (const LaunchGroup& told : launches)
            if (told.kernel.name == kernels[i].sum.name && told.kernel.source == kernels[i].sum.source) {
                text += fmt::format("\n{}{}{}", heading(told), sums(told.kernel, report.device),
                                    listing(told.kernel, report.device));
                shown.push_back(told);
            }
    return text + forecasts(shown, report.forecast_error);
}

} // namespace lockstep::tool
