/// Chapter 22: the square of all pairs, cut up in three ways, and what a pair costs.
#include "figure.hpp"

#include <array>

#include <fmt/format.h>

namespace figures
{
namespace of_22_pairs
{

constexpr int side = 12;
constexpr double cell = 14;

/// The square of pairs: a row for each body, a column for each source.
void draw_square(Canvas& canvas, Point origin, const char* label, const char* note, const Rect& group,
                 const Rect& tile)
{
    canvas.heading({origin.x, origin.y - 44}, label);
    canvas.text({origin.x, origin.y - 18}, note,
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.grid(origin, side, side, cell, cell,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    const auto cells = [&](const Rect& area) {
        return Rect{origin.x + area.x * cell, origin.y + area.y * cell, area.width * cell,
                    area.height * cell};
    };
    canvas.box(cells(group), {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 2});
    canvas.box(cells(tile), {.fill = Colour::accent2, .stroke = Colour::accent2, .width = 2});
}

void draw_pairs(Canvas& canvas)
{
    constexpr double top = 74;
    draw_square(canvas, {24, top}, "tiles", "a group of 4 bodies", {0, 4, 12, 4}, {4, 4, 4, 1});
    draw_square(canvas, {238, top}, "several", "two bodies a work-item", {0, 0, 12, 8}, {4, 0, 4, 2});
    draw_square(canvas, {452, top}, "slices", "a third of the sources", {8, 0, 4, 8}, {8, 0, 4, 2});
    const double bottom = top + side * cell;
    canvas.arrow({{24, bottom + 14}, {24 + side * cell, bottom + 14}});
    canvas.text({24 + side * cell / 2, bottom + 32}, "sources j", {.size = 15, .colour = Colour::muted});
    canvas.arrow({{12, top}, {12, bottom}});
    canvas.text({238, bottom + 24}, "Light: the pairs of one work-group.",
                {.size = 15, .align = Align::start});
    canvas.text({238, bottom + 44}, "Dark: what a work-item does with one tile.",
                {.size = 15, .align = Align::start});
}

struct Part
{
    double slots;
    const char* label;
    Colour fill;
};

void draw_slots(Canvas& canvas)
{
    constexpr double left = 150, slot = 28, height = 34;
    const std::array<Part, 6> plain{{{3, "−", Colour::accent_soft},
                                     {3, "fma", Colour::accent2_soft},
                                     {1, "√", Colour::bad_soft},
                                     {3, "0?", Colour::bad_soft},
                                     {3, "×", Colour::good_soft},
                                     {3, "fma", Colour::accent2_soft}}};
    const std::array<const char*, 4> labels{"12 multiply-adds", "as compiled", "no denormals", "scaled"};
    for (std::size_t row = 0; row < labels.size(); ++row) {
        const double y = 40 + 48.0 * static_cast<double>(row);
        canvas.text({8, y + height / 2}, labels.at(row), {.size = 16, .align = Align::start});
        double x = left;
        const auto put = [&](const Part& part) {
            canvas.card({x, y, part.slots * slot, height}, part.label,
                        {.fill = part.fill, .stroke = Colour::line, .width = 1}, {.size = 15});
            x += part.slots * slot;
        };
        if (row == 0)
            for (; x < left + 12 * slot; x += slot)
                canvas.box({x, y, slot, height},
                           {.fill = Colour::surface, .stroke = Colour::line, .width = 1});
        else
            for (std::size_t p = 0; p < plain.size(); ++p) {
                if (p == 3 && row > 1) continue;
                if (p == 0 && row == 3)
                    put({3, "fma", Colour::accent2_soft});
                else if (p == 4 && row == 3)
                    put({2, "×", Colour::good_soft});
                else
                    put(plain.at(p));
            }
        canvas.text({x + 22, y + height / 2},
                    fmt::format("{}", row == 0
                                          ? 12
                                          : 19 - 3 * static_cast<int>(row > 0) -
                                                3 * static_cast<int>(row > 1) - static_cast<int>(row > 2)),
                    {.size = 16, .bold = true});
    }
    canvas.line({left + 12 * slot, 28}, {left + 12 * slot, 232},
                {.colour = Colour::accent, .width = 2, .dash = "5 4"});
    canvas.text({8, 16}, "Instructions for one pair of bodies",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

const Register pairs({"22-pairs", 640, 300, "All pairs, cut up in three ways",
                      "A square of twelve bodies by twelve sources. With tiles, a work-group has four bodies "
                      "and goes through the sources four at a "
                      "time. With several bodies a work-item it has eight, and one tile serves twice as many "
                      "pairs. With slices, a group goes through "
                      "a third of the sources only.",
                      draw_pairs});
const Register
    slots({"22-slots", 640, 244, "What a pair costs in instructions",
           "The limit counts twelve multiply-adds. As it is compiled at first, a pair takes "
           "sixteen instructions: three subtractions, three "
           "multiply-adds, a root, three that look after denormal numbers, three multiplications "
           "and three multiply-adds. Without "
           "denormal numbers thirteen are left, and with scaled coordinates twelve, among which the "
           "differences are multiply-adds.",
           draw_slots});

} // namespace of_22_pairs
} // namespace figures
