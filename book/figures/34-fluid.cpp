/// Chapter 34: the nine directions of a cell, how they stream, and what a wall sends back.
#include "figure.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace figures
{
namespace of_34_fluid
{

constexpr double width = 660, height = 276;
constexpr double cell = 66, top = 62;
constexpr std::array right{0, 1, -1, 0, 0, 1, -1, 1, -1}, down{0, 0, 0, 1, -1, 1, -1, -1, 1};

Point middle(double left, int column, int row)
{
    return {left + (column + 0.5) * cell, top + (row + 0.5) * cell};
}

/// An arrow in direction q from a little off `from`, `length` cells long.
void fly(Canvas& canvas, Point from, std::size_t q, double length, Colour colour)
{
    const double x = right.at(q), y = down.at(q), off = 6 / std::hypot(x, y);
    canvas.arrow(
        {{from.x + x * off, from.y + y * off}, {from.x + x * length * cell, from.y + y * length * cell}},
        {.colour = colour, .width = 2.2});
}

void draw_directions(Canvas& canvas)
{
    const auto grid = [&](double left, std::string_view title, std::string_view note) {
        canvas.heading({left, 14}, title);
        canvas.text({left, 40}, note, {.size = 15, .colour = Colour::muted, .align = Align::start});
        canvas.grid({left, top}, 3, 3, cell, cell, {.fill = Colour::surface, .stroke = Colour::line});
    };
    double left = 8;
    grid(left, "Nine numbers", "of each cell");
    for (std::size_t q = 1; q < 9; ++q) {
        fly(canvas, middle(left, 1, 1), q, 0.72, Colour::accent);
        canvas.text({left + (1.5 + 0.98 * right.at(q)) * cell, top + (1.5 + 0.98 * down.at(q)) * cell},
                    fmt::format("f{}", q), {.size = 16});
    }
    canvas.circle(middle(left, 1, 1), 5, {.fill = Colour::accent});

    left += 3 * cell + 25;
    grid(left, "Stream", "each from a neighbour");
    for (std::size_t q = 1; q < 9; ++q) {
        const Point from = middle(left, 1 - right.at(q), 1 - down.at(q));
        fly(canvas, from, q, 0.82, Colour::accent2);
    }

    left += 3 * cell + 25;
    grid(left, "A wall", "sends the opposite back");
    for (int column = 0; column < 3; ++column)
        canvas.box({left + column * cell, top, cell, cell},
                   {.fill = Colour::bad_soft, .stroke = Colour::bad});
    canvas.text(middle(left, 0, 0), "wall", {.size = 16, .colour = Colour::bad});
    const Point own = middle(left, 1, 1);
    const Point at{own.x + 0.5 * cell, own.y - 0.5 * cell};
    canvas.arrow({{own.x + 2, own.y - 8}, {at.x - 5, at.y - 1}}, {.colour = Colour::accent, .width = 2.2});
    canvas.arrow({{at.x + 2, at.y + 7}, {own.x + 10, own.y + 1}}, {.colour = Colour::accent2, .width = 2.2});
    canvas.text({own.x - 22, own.y - 22}, "f7", {.size = 16, .colour = Colour::accent});
    canvas.text({own.x + 44, own.y - 4}, "f8", {.size = 16, .colour = Colour::accent2});
}

const Register directions({"34-directions", width, height, "Nine numbers of a cell, and how they move",
                           "Left: from the middle of a cell eight arrows lead to its neighbours, named f1 to "
                           "f8; the ninth number stays. "
                           "Middle: eight arrows come from the neighbours into the cell. Right: above the "
                           "cell there is a wall. What "
                           "flies up into it, f7, comes back as its opposite, f8.",
                           draw_directions});

} // namespace of_34_fluid
} // namespace figures
