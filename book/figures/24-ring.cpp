/// Chapter 24: the order in which columns are walked, the ring of rows, and nine neighbours in four additions.
#include "figure.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace figures
{
namespace of_24_ring
{

void note(Canvas& canvas, Point at, std::string_view words)
{
    canvas.text(at, words, {.size = 15, .colour = Colour::muted, .align = Align::start});
}

constexpr double cell = 20;
constexpr int line_cells = 4;

/// Columns of a picture whose lines are walked down one by one, or together.
void draw_walk(Canvas& canvas, Point origin, bool together)
{
    constexpr int columns = 12, rows = 8;
    canvas.grid(origin, columns, rows, cell, cell,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.5});
    for (int row = 0; row < rows; ++row) {
        const int used = together ? columns : 1;
        for (int c = 0; c < used; ++c)
            canvas.box(cell_rect(origin, c, row, cell, cell).inset(2),
                       {.fill = row < 3 || !together ? Colour::accent_soft : Colour::surface, .radius = 2});
        for (int line = 0; line < columns / line_cells; ++line)
            canvas.box({origin.x + line * line_cells * cell, origin.y + row * cell, line_cells * cell, cell},
                       {.stroke = Colour::ink, .width = 1});
    }
    if (together)
        for (int row = 0; row < 3; ++row)
            canvas.arrow({{origin.x + 6, origin.y + (row + 0.5) * cell},
                          {origin.x + columns * cell - 6, origin.y + (row + 0.5) * cell}},
                         {.colour = Colour::accent, .width = 2});
    else
        canvas.arrow({{origin.x + cell / 2, origin.y + 6}, {origin.x + cell / 2, origin.y + rows * cell - 6}},
                     {.colour = Colour::accent, .width = 2});
}

void draw_walks(Canvas& canvas)
{
    canvas.heading({12, 14}, "One column after the other", "");
    canvas.heading({340, 14}, "Row after row", "");
    note(canvas, {12, 40}, "a quarter of each line is used");
    note(canvas, {340, 40}, "all of each line is used");
    draw_walk(canvas, {12, 58}, false);
    draw_walk(canvas, {340, 58}, true);
    note(canvas, {12, 240},
         "Framed cells are cache lines, drawn with 4 floats; they hold 16. On the right a");
    note(canvas, {12, 260}, "moving sum for each column is kept, and a whole row enters at a time.");
}

void draw_ring(Canvas& canvas)
{
    constexpr int places = 9;
    constexpr double x = 190, top = 54, wide = 200, high = 22;
    canvas.heading({12, 14}, "The ring", "nine rows of sums, and the sum of all nine");
    for (int place = 0; place < places; ++place) {
        const Rect rect{x, top + place * high, wide, high};
        const int row = place < 5 ? 18 + place : 9 + place; // rows 14 to 22, row r in place r % 9
        const bool changes = place == 5;
        canvas.card(
            rect, changes ? "row 23" : fmt::format("row {}", row),
            {.fill = changes ? Colour::good_soft : Colour::accent_soft, .stroke = Colour::line, .width = 1},
            {.size = 15});
        canvas.text({x - 12, rect.y + high / 2}, fmt::format("{}", place),
                    {.size = 15, .colour = Colour::muted, .align = Align::end});
    }
    const double y = top + 5.5 * high;
    canvas.arrow({{118, y}, {x - 30, y}}, {.colour = Colour::good, .width = 2});
    canvas.text({12, y}, "23 enters",
                {.size = 16, .colour = Colour::good, .align = Align::start, .bold = true});
    canvas.arrow({{x + wide + 6, y}, {x + wide + 40, y}}, {.colour = Colour::bad, .width = 2});
    canvas.text({x + wide + 48, y}, "14 leaves",
                {.size = 16, .colour = Colour::bad, .align = Align::start, .bold = true});
    note(canvas, {x + wide + 48, y + 24}, "both in place 23 % 9 = 5");
    const double sums = top + places * high + 24;
    canvas.card({x, sums, wide, high + 4}, "sums of rows 15 to 23",
                {.fill = Colour::violet_soft, .radius = 3}, {.size = 15});
    note(canvas, {x + wide + 16, sums + high / 2}, "give row 19 of the result");
}

void draw_nine(Canvas& canvas)
{
    struct Level
    {
        std::string_view words;
        int covered;
        int shift;
    };
    constexpr std::array levels{Level{"sums of columns", 1, 0}, Level{"two", 2, 1}, Level{"four", 4, 2},
                                Level{"eight", 8, 4}, Level{"nine", 9, 8}};
    constexpr double left = 190, wide = 24, high = 24, apart = 46;
    constexpr int cells = 17;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const auto& [words, covered, shift] = levels.at(i);
        const double y = 22 + static_cast<double>(i) * apart;
        canvas.text({12, y + high / 2}, words, {.size = 16, .align = Align::start, .bold = true});
        if (shift > 0)
            note(canvas, {66, y + high / 2},
                 i + 1 < levels.size() ? fmt::format("itself + {} ahead", shift)
                                       : std::string{"eight + the ninth"});
        canvas.grid({left, y}, cells, 1, wide, high,
                    {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
        for (int c = 0; c < covered; ++c)
            canvas.box(cell_rect({left, y}, c, 0, wide, high).inset(2),
                       {.fill = Colour::accent_soft, .radius = 2});
        const int half = covered == 9 ? 8 : covered / 2;
        if (covered > 1)
            canvas.line({left + half * wide, y - 3}, {left + half * wide, y + high + 3},
                        {.colour = Colour::accent, .width = 2.5});
        canvas.box({left, y, covered * wide, high}, {.stroke = Colour::accent, .width = 2});
    }
    note(canvas, {12, 22 + 5 * apart}, "What one place of the vector holds. The other fifteen do the same.");
}

const Register
    walks({"24-walks", 640, 276, "Columns summed one by one, and all together",
           "Walking down one column uses a small part of each cache line. Walking along rows uses all of it.",
           draw_walks});
const Register ring(
    {"24-ring", 640, 310, "A ring of nine rows",
     "Row 23 enters at place 5 of the ring, where row 14 was, which leaves. The sums of the ring's columns "
     "then are those of rows 15 to 23, which give row 19 of the result.",
     draw_ring});
const Register nine(
    {"24-nine", 640, 270, "Nine neighbours in four additions",
     "Each sum of column and the next one make sums of two, these and those two ahead sums of four, then "
     "of eight, and one more column makes nine.",
     draw_nine});

} // namespace of_24_ring
} // namespace figures
