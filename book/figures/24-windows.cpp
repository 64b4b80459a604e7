/// Chapter 24: what a box is made of, and what a moving sum adds and subtracts.
#include "figure.hpp"

#include <array>

#include <fmt/format.h>

namespace figures
{
namespace of_24_windows
{

constexpr int window = 9;
constexpr double cell = 17;

void fill_cell(Canvas& canvas, Point origin, int column, int row, Colour colour)
{
    canvas.box(cell_rect(origin, column, row, cell, cell).inset(1.5), {.fill = colour, .radius = 2});
}

/// A piece of a picture in which `columns` × `rows` cells are read for the one in the middle.
void draw_reads(Canvas& canvas, Point origin, int columns, int rows, Colour colour, Colour of_result)
{
    canvas.grid(origin, window, window, cell, cell,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    const int left = (window - columns) / 2, top = (window - rows) / 2;
    for (int row = top; row < top + rows; ++row)
        for (int column = left; column < left + columns; ++column)
            fill_cell(canvas, origin, column, row, colour);
    canvas.box(cell_rect(origin, window / 2, window / 2, cell, cell), {.stroke = of_result, .width = 2.5});
}

void draw_passes(Canvas& canvas)
{
    constexpr double top = 60;
    constexpr std::array origins{Point{12, top}, Point{236, top}, Point{460, top}};
    canvas.heading({12, 14}, "One pass", "");
    canvas.heading({236, 14}, "First rows", "");
    canvas.heading({460, 14}, "then columns", "");
    constexpr std::array notes{"81 reads of in", "9 reads of in", "9 reads of between"};
    for (std::size_t i = 0; i < origins.size(); ++i)
        canvas.text({origins.at(i).x, 40}, notes.at(i),
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
    draw_reads(canvas, origins[0], window, window, Colour::accent_soft, Colour::ink);
    draw_reads(canvas, origins[1], window, 1, Colour::accent_soft, Colour::accent2);
    draw_reads(canvas, origins[2], 1, window, Colour::accent2, Colour::ink);
    const double middle = top + window * cell / 2;
    canvas.arrow({{origins[1].x + window * cell + 10, middle}, {origins[2].x - 10, middle}},
                 {.colour = Colour::muted, .width = 2});
    canvas.text({12, top + window * cell + 22},
                "Each filled cell of the column on the right is the mean of nine cells beside it,",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.text({12, top + window * cell + 42}, "so the column's mean is the mean of all 81.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

constexpr double wide = 30;

/// What leaves a window that now begins at `first`, and what enters it.
void draw_change(Canvas& canvas, Point origin, int first)
{
    const Rect leaves = cell_rect(origin, first - 1, 0, wide, wide);
    const Rect enters = cell_rect(origin, first + window - 1, 0, wide, wide);
    canvas.box(leaves.inset(2), {.fill = Colour::bad_soft, .stroke = Colour::bad, .width = 1.5, .radius = 2});
    canvas.box(enters.inset(2),
               {.fill = Colour::good_soft, .stroke = Colour::good, .width = 1.5, .radius = 2});
    canvas.text({leaves.x + wide / 2, origin.y + wide + 16}, "leaves",
                {.size = 15, .colour = Colour::bad, .bold = true});
    canvas.text({enters.x + wide / 2, origin.y + wide + 16}, "enters",
                {.size = 15, .colour = Colour::good, .bold = true});
}

void draw_moving(Canvas& canvas)
{
    constexpr int cells = 20;
    for (int step = 0; step < 2; ++step) {
        const Point origin{12, 34.0 + step * 78};
        const int first = 4 + step;
        canvas.text({origin.x, origin.y - 16}, step == 0 ? "the sum for pixel 8" : "the sum for pixel 9",
                    {.size = 16, .align = Align::start, .bold = true});
        canvas.grid(origin, cells, 1, wide, wide,
                    {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
        for (int c = first; c < first + window; ++c)
            canvas.box(cell_rect(origin, c, 0, wide, wide).inset(2),
                       {.fill = Colour::accent_soft, .radius = 2});
        if (step > 0) draw_change(canvas, origin, first);
        canvas.box({origin.x + first * wide, origin.y, window * wide, wide},
                   {.stroke = Colour::accent, .width = 2.5});
        for (int c = 0; c < cells; ++c)
            canvas.text({origin.x + (c + 0.5) * wide, origin.y + wide / 2}, fmt::format("{}", c),
                        {.size = 14});
    }
}

const Register passes(
    {"24-passes", 640, 276, "A box is made in one pass or in two",
     "In one pass a pixel needs the 81 pixels around it. In two, each pixel first gets the mean of nine "
     "pixels of its row, and then the mean of nine such means of its column.",
     draw_passes});
const Register
    moving({"24-moving", 640, 172, "A moving sum adds one pixel and subtracts one",
            "The sum for pixel 8 holds pixels 4 to 12. For pixel 9, pixel 13 enters and pixel 4 leaves; the "
            "eight in between stay.",
            draw_moving});

} // namespace of_24_windows
} // namespace figures
