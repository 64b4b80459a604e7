/// Chapter 23: what a recursive filter reads, and blocks whose walks meet.
#include "figure.hpp"

#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_23_filters
{

void note(Canvas& canvas, Point at, std::string_view words)
{
    canvas.text(at, words, {.size = 15, .colour = Colour::muted, .align = Align::start});
}

constexpr double cell = 32;

/// A line of pixels or of results, `made` of which are there, and `now` which is made of what `uses` says.
void draw_line(Canvas& canvas, double y, std::string_view name, int cells, Colour fill, int first, int end)
{
    constexpr double left = 130;
    canvas.text({12, y + cell / 2}, name, {.size = 16, .align = Align::start, .bold = true});
    canvas.grid({left, y}, cells, 1, cell, cell,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    for (int c = first; c < end; ++c)
        canvas.box(cell_rect({left, y}, c, 0, cell, cell).inset(2), {.fill = fill, .radius = 2});
}

Rect at(double y, int column)
{
    return cell_rect({130, y}, column, 0, cell, cell);
}

void draw_recursive(Canvas& canvas)
{
    constexpr int cells = 15, now = 8;
    constexpr double pixels = 40, forwards = 122, backwards = 204;
    canvas.heading({12, 14}, "Forwards, then backwards", "");
    draw_line(canvas, pixels, "pixels", cells, Colour::accent_soft, 0, cells);
    draw_line(canvas, forwards, "way there", cells, Colour::accent2_soft, 0, cells);
    draw_line(canvas, backwards, "way back", cells, Colour::violet_soft, now, cells);
    const auto arrow = [&](Rect from, Rect to, Colour colour) {
        canvas.arrow({{from.centre().x, from.bottom() + 2}, {to.centre().x, to.y - 3}},
                     {.colour = colour, .width = 2});
    };
    // Forwards: the pixel itself and the three results before.
    constexpr int there = 5;
    canvas.box(at(forwards, there), {.stroke = Colour::accent2, .width = 2.5});
    arrow(at(pixels, there), at(forwards, there), Colour::accent);
    for (int back = 1; back <= 3; ++back)
        canvas.text(at(forwards, there - back).centre(), fmt::format("{}", back), {.size = 15, .bold = true});
    // Backwards: the result of the way there and the three results behind.
    canvas.box(at(backwards, now), {.stroke = Colour::violet, .width = 2.5});
    arrow(at(forwards, now), at(backwards, now), Colour::accent2);
    for (int ahead = 1; ahead <= 3; ++ahead)
        canvas.text(at(backwards, now + ahead).centre(), fmt::format("{}", ahead),
                    {.size = 15, .bold = true});
    note(canvas, {12, 264}, "The framed result is made of the value above it and of three numbered results.");
}

void draw_walks(Canvas& canvas)
{
    constexpr double left = 150, wide = 200, high = 66, top = 54;
    constexpr int blocks = 4;
    canvas.heading({12, 14}, "All downwards", "");
    canvas.heading({340, 14}, "Every other one upwards", "");
    for (const bool alternating : {false, true}) {
        const double x = alternating ? left + 270 : left - 60;
        for (int block = 0; block < blocks; ++block) {
            const double y = top + block * high;
            canvas.box({x, y, wide - 60, high},
                       {.fill = block % 2 == 0 ? Colour::accent_soft : Colour::accent2_soft,
                        .stroke = Colour::ink,
                        .width = 1});
            const bool up = alternating && block % 2 == 1;
            const double from = up ? y + high - 8 : y + 8, to = up ? y + 8 : y + high - 8;
            canvas.arrow({{x + 70, from}, {x + 70, to}}, {.colour = Colour::accent, .width = 2.5});
            if (block == 0) continue;
            const bool together = alternating;
            canvas.box({x - 4, y - 9, wide - 52, 18},
                       {.stroke = together ? Colour::good : Colour::bad, .width = 2.5, .radius = 3});
        }
    }
    note(canvas, {12, top + 24}, "block 0");
    note(canvas, {12, top + high + 24}, "block 1");
    note(canvas, {12, top + 2 * high + 24}, "block 2");
    note(canvas, {12, top + 3 * high + 24}, "block 3");
    note(canvas, {12, top + blocks * high + 24},
         "Framed: rows that two blocks read. On the left one reads them last and");
    note(canvas, {12, top + blocks * high + 44},
         "the other first. On the right both read them first, or both last.");
}

/// The weights of a window of nine, and the product of two of them.
void draw_weights(Canvas& canvas)
{
    constexpr int window = 9;
    constexpr double size = 24, left = 76, top = 76;
    std::array<double, window> weights{};
    for (int i = 0; i < window; ++i)
        weights.at(static_cast<std::size_t>(i)) = std::exp(-0.5 * (i - 4) * (i - 4) * 9 / 16.0);
    canvas.heading({12, 14}, "81 weights", "are products of 9 and 9");
    const auto bar = [&](Rect rect, double weight) {
        canvas.box(rect.inset(1), {.fill = weight > 0.12    ? Colour::accent
                                           : weight > 0.012 ? Colour::accent_soft
                                                            : Colour::surface,
                                   .stroke = Colour::line,
                                   .width = 0.5,
                                   .radius = 2});
    };
    for (int i = 0; i < window; ++i) {
        const double weight = weights.at(static_cast<std::size_t>(i));
        bar({left + i * size, top - size - 12, size, size}, weight);
        bar({left - size - 12, top + i * size, size, size}, weight);
        for (int j = 0; j < window; ++j)
            bar({left + i * size, top + j * size, size, size},
                weight * weights.at(static_cast<std::size_t>(j)));
    }
    const double x = left + window * size + 40;
    canvas.text({x, top - size}, "along the row: 9 products",
                {.size = 16, .align = Align::start, .bold = true});
    canvas.text({x, top + 40}, "then down the column: 9 more",
                {.size = 16, .align = Align::start, .bold = true});
    canvas.text({x, top + 90}, "all at once: 81 products", {.size = 16, .align = Align::start, .bold = true});
    note(canvas, {x, top + 130}, "The darker, the larger the weight");
    note(canvas, {x, top + 150}, "compared with the one in the middle.");
}

const Register recursive(
    {"23-recursive", 640, 284, "What a recursive filter reads",
     "On the way there, each result is made of its pixel and the three results before it. On the way back, "
     "each is made of the result of the way there and of the three results behind it.",
     draw_recursive});
const Register
    walks({"23-walks", 640, 392, "Blocks that are walked downwards, or in turn down and up",
           "Where all blocks are walked downwards, the rows between two blocks are read at the end "
           "of one and at the beginning of the other. Where every other block is walked upwards, "
           "both read them at the same time.",
           draw_walks});
const Register weights({"23-weights", 640, 310, "A window of 81 weights is made of two rows of nine",
                        "Each of the 81 weights is the product of the weight of its column and the weight of "
                        "its row; it is largest in the middle.",
                        draw_weights});

} // namespace of_23_filters
} // namespace figures
