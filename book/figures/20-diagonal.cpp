/// Chapter 20: which partitions of memory the groups of a transpose meet, row by row and along diagonals.
#include "figure.hpp"

#include <array>

#include <fmt/format.h>

namespace figures
{
namespace of_20_diagonal
{

constexpr int side = 8;
constexpr double cell = 29;
constexpr std::array colours{Colour::accent_soft,  Colour::bad_soft,    Colour::good_soft, Colour::line,
                             Colour::accent2_soft, Colour::violet_soft, Colour::surface,   Colour::paper};

bool in_first_row(int, int row)
{
    return row == 0;
}

bool in_first_column(int column, int)
{
    return column == 0;
}

bool on_diagonal(int column, int row)
{
    return column == row;
}

/// A matrix of tiles, each with the number of its partition; eight of them are in use now.
void draw_tiles(Canvas& canvas, Point origin, const char* title, bool (*is_busy)(int column, int row),
                const char* note, Colour verdict)
{
    canvas.text({origin.x, origin.y - 16}, title, {.size = 16, .align = Align::start, .bold = true});
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            const Rect tile = cell_rect(origin, column, row, cell, cell);
            const bool busy = is_busy(column, row);
            const Colour fill = busy ? Colour::accent : colours.at(static_cast<std::size_t>(column));
            canvas.box(tile.inset(1), {.fill = fill, .stroke = Colour::line, .radius = busy ? 3.0 : 0.0});
            canvas.text(tile.centre(), fmt::format("{}", column),
                        {.size = 16, .colour = busy ? Colour::on_solid : Colour::ink, .bold = busy});
        }
    canvas.text({origin.x, origin.y + side * cell + 22}, note,
                {.size = 16, .colour = verdict, .align = Align::start, .bold = true});
}

void draw_diagonal(Canvas& canvas)
{
    constexpr double first = 30, second = 360;
    constexpr double upper = 74, lower = 424;
    canvas.heading({8, 14}, "Row by row", "eight groups that run at the same time");
    draw_tiles(canvas, {first, upper}, "read from in", in_first_row, "8 partitions", Colour::good);
    draw_tiles(canvas, {second, upper}, "written to out", in_first_column, "1 partition: they queue",
               Colour::bad);
    canvas.heading({8, lower - 60}, "Along a diagonal");
    draw_tiles(canvas, {first, lower}, "read from in", on_diagonal, "8 partitions", Colour::good);
    draw_tiles(canvas, {second, lower}, "written to out", on_diagonal, "8 partitions", Colour::good);
    canvas.text({first, lower + side * cell + 48},
                "A square is a tile, its number the partition of memory that it lies in.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

const Register
    diagonal({"20-diagonal", 640, 720, "Partitions met by groups in row order and in diagonal order",
              "Where rows are a power of two long, a column of tiles lies in one partition. Groups in a "
              "row read from eight partitions and write to one. Groups on a diagonal read from eight and "
              "write to eight.",
              draw_diagonal});

} // namespace of_20_diagonal
} // namespace figures
