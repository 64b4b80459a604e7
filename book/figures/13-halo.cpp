/// Chapter 13: who brings what of a tile with its halo, and a copy that runs beside the computing.
#include "figure.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_13_halo
{

void draw_halo(Canvas& canvas)
{
    constexpr int group_columns = 8;
    constexpr int group_rows = 4;
    constexpr int group = group_columns * group_rows;
    constexpr int columns = group_columns + 2;
    constexpr int rows = group_rows + 2;
    constexpr double cell = 42;
    constexpr Point origin{10, 40};
    canvas.text({origin.x, 16}, "tile: 10 × 6 cells", {.size = 17, .align = Align::start, .bold = true});
    for (int i = 0; i < columns * rows; ++i) {
        const Rect rect = cell_rect(origin, i % columns, i / columns, cell, cell);
        const bool first = i < group;
        canvas.box(
            rect,
            {.fill = first ? Colour::accent_soft : Colour::accent2_soft, .stroke = Colour::line, .width = 1});
        canvas.text(rect.centre(), fmt::format("{}", i % group),
                    {.size = 17, .colour = first ? Colour::accent : Colour::accent2, .bold = true});
    }
    canvas.box({origin.x + cell, origin.y + cell, group_columns * cell, group_rows * cell},
               {.stroke = Colour::ink, .width = 3});

    constexpr double x = origin.x + columns * cell + 22;
    const Type words{.size = 16, .align = Align::start};
    const auto key = [&](double y, Colour fill, Colour stroke, std::string_view text) {
        canvas.box({x, y - 13, 26, 26}, {.fill = fill, .stroke = stroke, .width = 2});
        canvas.text({x + 36, y}, text, words);
    };
    key(62, Colour::accent_soft, Colour::accent, "first load,\ncells 0 to 31");
    key(122, Colour::accent2_soft, Colour::accent2, "second load,\ncells 32 to 59");
    key(182, Colour::none, Colour::ink, "the group's own\n8 × 4 cells");
    canvas.text({x, 252}, "The number is the\nwork-item that\nbrings the cell.",
                {.size = 16, .colour = Colour::muted, .align = Align::start});
}

constexpr double unit = 57;
constexpr double start = 106;

void block(Canvas& canvas, double y, double from, double length, int patch, bool copy)
{
    canvas.card({start + from * unit + 1, y, length * unit - 2, 34},
                copy ? fmt::format("copy {}", patch) : fmt::format("compute {}", patch),
                {.fill = copy ? Colour::accent2_soft : Colour::accent_soft,
                 .stroke = copy ? Colour::accent2 : Colour::accent,
                 .radius = 4},
                {.size = 15});
}

void lanes(Canvas& canvas, double y)
{
    const Type name{.size = 15, .colour = Colour::muted, .align = Align::end};
    canvas.text({start - 10, y + 17}, "memory", name);
    canvas.text({start - 10, y + 59}, "work-items", name);
    for (const double lane : {y, y + 42})
        canvas.box({start, lane, 9.2 * unit, 34}, {.fill = Colour::surface, .radius = 4});
}

void draw_async(Canvas& canvas)
{
    constexpr int patches = 3;
    constexpr double copy = 1.2;
    constexpr double compute = 1.8;
    constexpr double upper = 40;
    constexpr double lower = 190;
    canvas.heading({4, 14}, "One patch", "copy, wait, compute, and again");
    lanes(canvas, upper);
    for (int i = 0; i < patches; ++i) {
        block(canvas, upper, i * (copy + compute), copy, i, true);
        block(canvas, upper + 42, i * (copy + compute) + copy, compute, i, false);
    }
    canvas.heading({4, 164}, "Two patches", "the next copy runs under this computing");
    lanes(canvas, lower);
    block(canvas, lower, 0, copy, 0, true);
    for (int i = 0; i < patches; ++i) {
        block(canvas, lower + 42, copy + i * compute, compute, i, false);
        if (i + 1 < patches) block(canvas, lower, copy + i * compute, copy, i + 1, true);
    }
    const double early = start + (copy + patches * compute) * unit;
    const double late = start + patches * (copy + compute) * unit;
    canvas.line({late, upper + 76}, {late, lower + 96},
                {.colour = Colour::muted, .width = 1.25, .dash = "4 4"});
    canvas.line({early, lower + 76}, {early, lower + 96},
                {.colour = Colour::muted, .width = 1.25, .dash = "4 4"});
    canvas.arrow({{late - 2, lower + 90}, {early + 2, lower + 90}}, {.colour = Colour::good, .width = 2});
    canvas.text({late, lower + 112}, "two copies are hidden",
                {.size = 16, .colour = Colour::good, .align = Align::end, .bold = true});
    canvas.arrow({{start, lower + 104}, {start + 150, lower + 104}}, {.colour = Colour::ink});
    canvas.text({start + 160, lower + 104}, "time", {.size = 15, .align = Align::start});
}

const Register halo(
    {"13-halo", 640, 304, "A tile of 10 by 6 cells, brought by 32 work-items in two loads",
     "The group's own 8 by 4 cells lie inside a halo of one cell. Numbered row by row, cells 0 to 31 are "
     "brought first, each by the work-item of its number; cells 32 to 59 by work-items 0 to 27.",
     draw_halo});
const Register async_copy({"13-async", 640, 312,
                           "Copying and computing three patches, one after the other and overlapped",
                           "With one patch in local memory, copies and computing alternate. With two, the "
                           "copy of the next patch runs while "
                           "the work-items compute this one, and only the first copy is waited for in full.",
                           draw_async});

} // namespace of_13_halo
} // namespace figures
