/// Chapter 20: a block turned in registers, in steps that halve.
#include "figure.hpp"

#include <array>

#include <fmt/format.h>

namespace figures
{
namespace of_20_registers
{

constexpr int side = 4;
constexpr double cell = 40;
constexpr double top = 76;
constexpr std::array origins{Point{12, top}, Point{240, top}, Point{468, top}};

/// Four registers after the first `steps` steps. Element rc came from row r, column c.
void draw_registers(Canvas& canvas, int steps)
{
    constexpr std::array colours{Colour::accent_soft, Colour::bad_soft, Colour::good_soft,
                                 Colour::violet_soft};
    const Point origin = origins.at(static_cast<std::size_t>(steps));
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            // A step exchanges one bit of the row's number with the same bit of the column's: the high one first.
            const int turned = steps == 0 ? 0 : steps == 1 ? 2 : 3;
            const int from_row = (row & ~turned) | (column & turned);
            const int from_column = (column & ~turned) | (row & turned);
            canvas.card(
                cell_rect(origin, column, row, cell, cell), fmt::format("{}{}", from_row, from_column),
                {.fill = colours.at(static_cast<std::size_t>(from_row)), .stroke = Colour::line, .width = 1},
                {.size = 16});
        }
    for (int row = 0; row < side; ++row)
        canvas.box({origin.x, origin.y + row * cell, side * cell, cell},
                   {.stroke = Colour::ink, .width = 1.5});
}

/// Two parts of this size, which change places in the next step.
void draw_trade(Canvas& canvas, Point origin, int row, int column, int size)
{
    const Rect upper = cell_rect(origin, column + size, row, cell, cell);
    const Rect lower = cell_rect(origin, column, row + size, cell, cell);
    for (const Rect& part : {upper, lower})
        canvas.box(Rect{part.x, part.y, size * cell, size * cell}.inset(3),
                   {.stroke = Colour::accent, .width = 2.5, .radius = 4});
}

void draw_steps(Canvas& canvas)
{
    constexpr std::array titles{"Four rows", "Halves traded", "Elements traded"};
    constexpr std::array notes{"in four registers", "2 by 2 in place", "four columns"};
    for (std::size_t i = 0; i < origins.size(); ++i) {
        canvas.text({origins.at(i).x, 14}, titles.at(i), {.size = 17, .align = Align::start, .bold = true});
        canvas.text({origins.at(i).x, 40}, notes.at(i),
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
        draw_registers(canvas, static_cast<int>(i));
    }
    draw_trade(canvas, origins[0], 0, 0, 2);
    for (const int row : {0, 2})
        for (const int column : {0, 2}) draw_trade(canvas, origins[1], row, column, 1);
    for (std::size_t i = 0; i + 1 < origins.size(); ++i)
        canvas.arrow({{origins.at(i).x + side * cell + 10, top + side * cell / 2},
                      {origins.at(i + 1).x - 10, top + side * cell / 2}},
                     {.colour = Colour::muted, .width = 2});
    canvas.text({12, top + side * cell + 26},
                "A row of boxes is a register; 21 came from row 2, column 1. What is framed",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.text({12, top + side * cell + 48},
                "changes places in the next step. 16 registers of 16 take four steps.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

const Register
    steps({"20-registers", 640, 300, "A block of 4 by 4 turned in registers in two steps",
           "First the upper right and the lower left quarter change places. Then, in each quarter, the "
           "upper right and the lower left element do. Rows have become columns.",
           draw_steps});

} // namespace of_20_registers
} // namespace figures
