// A leaderboard as a table: for other programs, and for a terminal.
#include "grade/leaderboard.hpp"
#include "grade/names.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::tool
{

namespace
{

using formats::BoardCounts;
using formats::BoardRow;

std::string number(double value)
{
    return fmt::format("{:.6g}", value);
}

std::string csv_line(const std::vector<std::string>& cells)
{
    std::string line;
    for (const std::string& cell : cells) line += csv_cell(cell) + ",";
    line.back() = '\n';
    return line;
}

std::string csv_row(const BoardRow& row, const std::string& place)
{
    const auto count = [&](auto member) {
        return row.counts ? std::to_string((*row.counts).*member) : std::string{};
    };
    return csv_line({place, row.key, row.name, number(row.figures.median), number(row.figures.low),
                     number(row.figures.high), number(row.of_limit),
                     row.count_places ? places_text(*row.count_places) : "", count(&BoardCounts::sectors),
                     count(&BoardCounts::passes), row.counts ? number(row.counts->efficiency) : "", ""});
}

/// How many columns a text takes: its letters, however many bytes they are.
std::size_t columns_of(const std::string& text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(const std::string& text, std::size_t columns, bool right = false)
{
    const std::string room(columns - std::min(columns, columns_of(text)), ' ');
    return right ? room + text : text + room;
}

std::string text_row(const BoardRow& row, std::size_t name_columns)
{
    const auto shown = [](double value) { return fmt::format("{:.4g}", value); };
    std::string line =
        fmt::format("  {} {} {} {} {:>6.1f} %", padded(row.places ? places_text(*row.places) : "", 7),
                    padded(row.name, name_columns), padded(shown(row.figures.median), 8, true),
                    padded(fmt::format("{}–{}", shown(row.figures.low), shown(row.figures.high)), 15, true),
                    100 * row.of_limit);
    if (row.counts)
        line += fmt::format(" {} {:>10} {:>10} {:>8.0f} %",
                            padded(row.count_places ? places_text(*row.count_places) : "", 7, true),
                            row.counts->sectors, row.counts->passes, 100 * row.counts->efficiency);
    return line + "\n";
}

} // namespace

std::string leaderboard_csv(const formats::Leaderboard& board)
{
    std::string text = csv_line({"place", "key", "name", board.unit, "low", "high", "of the limit",
                                 "place by counts", "sectors", "passes", "efficiency", "note"});
    for (const BoardRow& row : board.students) text += csv_row(row, places_text(*row.places));
    if (board.book) text += csv_row(*board.book, "");
    for (const formats::BoardAbsence& absence : board.absent)
        text += csv_line({"", absence.key, absence.name, "", "", "", "", "", "", "", "", absence.why});
    return text;
}

std::string leaderboard_text(const formats::Leaderboard& board)
{
    std::size_t names = 7;
    for (const BoardRow& row : board.students) names = std::max(names, columns_of(row.name));
    if (board.book) names = std::max(names, columns_of(board.book->name));
    std::string text =
        fmt::format("{} {} on {}, {} rounds\n  {} {} {:>8} {:>15} {:>8}", board.short_name, board.title,
                    board.origin.device, board.rounds, padded("place", 7), padded("student", names),
                    board.unit, "lowest–highest", "of " + board.limit);
    if (!board.lens_device.empty())
        text += fmt::format(" {:>7} {:>10} {:>10} {:>10}", "counted", "sectors", "passes", "efficiency");
    text += "\n";
    for (const BoardRow& row : board.students) text += text_row(row, names);
    if (board.book) text += text_row(*board.book, names);
    for (const formats::BoardAbsence& absence : board.absent)
        text += fmt::format("  not ranked: {}: {}\n", absence.name, first_line(absence.why));
    if (const double drift = drift_of(board); drift > most_drift)
        text += fmt::format("The limit moved by {:.0f} % meanwhile: a quiet machine tells more apart.\n",
                            100 * drift);
    return text;
}

} // namespace lockstep::tool
