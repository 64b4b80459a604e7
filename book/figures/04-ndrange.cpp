/// Chapter 4: index spaces of one, two and three dimensions.
#include "figure.hpp"

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_04_ndrange
{

constexpr Type small{.size = 15, .colour = Colour::muted};

void draw_ndrange_2d(Canvas& canvas)
{
    constexpr int columns = 12;
    constexpr int rows = 8;
    constexpr int group = 4;
    constexpr int x = 6;
    constexpr int y = 5;
    constexpr double cell = 35;
    constexpr Point origin{66, 56};
    constexpr double right = origin.x + columns * cell;
    constexpr double bottom = origin.y + rows * cell;

    const Type axis{.size = 16, .align = Align::start, .bold = true};
    canvas.text({origin.x, 12}, "dimension 0, global size 12", axis);
    canvas.arrow({{origin.x + 256, 12}, {right, 12}}, {.colour = Colour::ink});
    canvas.text({12, origin.y + 226}, "dimension 1, global size 8",
                {.size = 16, .align = Align::start, .bold = true, .turn = -90});
    canvas.arrow({{12, origin.y + 234}, {12, bottom}}, {.colour = Colour::ink});
    for (int i = 0; i < columns; ++i)
        canvas.text({origin.x + (i + 0.5) * cell, origin.y - 15}, fmt::format("{}", i),
                    {.size = 15, .colour = i == x ? Colour::accent : Colour::muted, .bold = i == x});
    for (int i = 0; i < rows; ++i)
        canvas.text({origin.x - 10, origin.y + (i + 0.5) * cell}, fmt::format("{}", i),
                    {.size = 15,
                     .colour = i == y ? Colour::accent : Colour::muted,
                     .align = Align::end,
                     .bold = i == y});

    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const bool here = column / group == x / group && row / group == y / group;
            const Rect rect = cell_rect(origin, column, row, cell, cell);
            canvas.box(rect.inset(2), {.fill = here ? Colour::accent_soft : Colour::surface,
                                       .stroke = here ? Colour::accent : Colour::line,
                                       .width = 1,
                                       .radius = 4});
        }
    canvas.grid(origin, columns / group, rows / group, group * cell, group * cell,
                {.stroke = Colour::ink, .width = 2.25});
    canvas.box(cell_rect(origin, x, y, cell, cell).inset(2), {.fill = Colour::accent, .radius = 4});

    for (int i = 0; i < group; ++i) {
        const Type local{.size = 15, .colour = Colour::accent};
        const int first_column = x / group * group;
        const int first_row = y / group * group;
        canvas.text(cell_rect(origin, first_column + i, first_row, cell, cell).centre(), fmt::format("{}", i),
                    local);
        if (i > 0)
            canvas.text(cell_rect(origin, first_column, first_row + i, cell, cell).centre(),
                        fmt::format("{}", i), local);
    }
    for (int i = 0; i < columns / group; ++i) {
        const double from = origin.x + i * group * cell;
        canvas.bracket({from + 6, bottom + 5}, {from + group * cell - 6, bottom + 5}, 7);
        canvas.text(
            {from + group * cell / 2, bottom + 28}, fmt::format("group {}", i),
            {.size = 15, .colour = i == x / group ? Colour::accent : Colour::muted, .bold = i == x / group});
    }
    for (int i = 0; i < rows / group; ++i) {
        const double from = origin.y + i * group * cell;
        canvas.bracket({right + 5, from + 6}, {right + 5, from + group * cell - 6}, -7);
        canvas.text({right + 28, from + group * cell / 2}, fmt::format("group {}", i),
                    {.size = 15,
                     .colour = i == y / group ? Colour::accent : Colour::muted,
                     .bold = i == y / group,
                     .turn = 90});
    }
    const auto fact = [&](double at, std::string_view words, std::string_view value) {
        canvas.text({584, at}, words, {.size = 16});
        canvas.text({584, at + 24}, value, {.size = 20, .colour = Colour::accent, .bold = true});
    };
    fact(92, "global id", fmt::format("({}, {})", x, y));
    fact(156, "group id", fmt::format("({}, {})", x / group, y / group));
    fact(220, "local id", fmt::format("({}, {})", x % group, y % group));
    fact(284, "local size", fmt::format("({}, {})", group, group));
}

void draw_round_up(Canvas& canvas)
{
    constexpr int elements = 1000;
    constexpr int group = 64;
    constexpr int groups = (elements + group - 1) / group;
    constexpr int used = elements - (groups - 1) * group;
    constexpr double top = 34;
    constexpr double width = 100;
    constexpr double height = 48;
    const Type solid{.size = 17, .colour = Colour::on_solid, .bold = true};

    const auto range = [&](double x, int index) {
        canvas.text({x + width / 2, top - 14},
                    fmt::format("{} to {}", index * group, index * group + group - 1), small);
    };
    const auto full = [&](double x, int index) {
        canvas.card({x, top, width, height}, fmt::format("group {}", index),
                    {.fill = Colour::accent, .radius = 5}, solid);
        range(x, index);
    };
    full(4, 0);
    full(110, 1);
    full(216, 2);
    canvas.text({373, top + height / 2}, "…", {.size = 28, .colour = Colour::muted, .bold = true});
    full(430, groups - 2);

    const Rect last{536, top, width, height};
    const double split = last.x + width * used / group;
    canvas.box(last, {.fill = Colour::surface, .radius = 5});
    canvas.hatch({split, top, last.right() - split, height}, Colour::bad, 8);
    canvas.box({last.x, top, split - last.x, height}, {.fill = Colour::accent, .radius = 5});
    canvas.box(last, {.stroke = Colour::muted, .radius = 5});
    canvas.label({last.x, top, split - last.x, height}, fmt::format("{}", groups - 1), solid);
    range(last.x, groups - 1);

    constexpr double cell_width = 38;
    constexpr double cell_height = 34;
    constexpr Point zoom{16, 124};
    canvas.line({last.x, last.bottom()}, {zoom.x, zoom.y}, {.colour = Colour::muted, .dash = "3 4"});
    canvas.line({last.right(), last.bottom()}, {zoom.x + 16 * cell_width, zoom.y},
                {.colour = Colour::muted, .dash = "3 4"});
    for (int i = 0; i < group; ++i) {
        const Rect rect = cell_rect(zoom, i % 16, i / 16, cell_width, cell_height).inset(1);
        const int id = (groups - 1) * group + i;
        const bool idle = id >= elements;
        canvas.box(rect, {.fill = idle ? Colour::surface : Colour::accent_soft, .radius = 3});
        if (idle) canvas.hatch(rect, Colour::bad, 9, 1.25);
        canvas.box(rect, {.stroke = idle ? Colour::bad : Colour::accent, .width = 1.25, .radius = 3});
        if (id == (groups - 1) * group || id == elements - 1)
            canvas.label(rect, fmt::format("{}", id), {.size = 14, .bold = false});
    }
    const double below = zoom.y + 4 * cell_height + 20;
    canvas.text({zoom.x, below}, fmt::format("{} work-items with an element", used),
                {.colour = Colour::accent, .align = Align::start, .bold = true});
    canvas.text({zoom.x + 16 * cell_width, below},
                fmt::format("{} idle work-items", groups * group - elements),
                {.colour = Colour::bad, .align = Align::end, .bold = true});
}

void draw_row_major(Canvas& canvas)
{
    constexpr int columns = 5;
    constexpr int rows = 3;
    constexpr int here = 7;
    constexpr double cell_width = 62;
    constexpr double cell_height = 50;
    constexpr Point picture{66, 58};
    constexpr double memory_cell = 41.6;
    constexpr Point memory{8, 318};
    constexpr std::array soft{Colour::accent_soft, Colour::accent2_soft, Colour::good_soft};
    constexpr std::array edge{Colour::accent, Colour::accent2, Colour::good};
    const Type axis{.size = 16, .align = Align::start, .bold = true};

    canvas.text({picture.x, 12}, "x", axis);
    canvas.arrow({{picture.x + 18, 13}, {picture.x + 120, 13}}, {.colour = Colour::ink});
    canvas.text({16, picture.y + 10}, "y", {.size = 16, .bold = true});
    canvas.arrow({{16, picture.y + 26}, {16, picture.y + 110}}, {.colour = Colour::ink});
    for (int x = 0; x < columns; ++x)
        canvas.text({picture.x + (x + 0.5) * cell_width, picture.y - 16}, fmt::format("{}", x), small);
    for (int y = 0; y < rows; ++y)
        canvas.text({picture.x - 16, picture.y + (y + 0.5) * cell_height}, fmt::format("{}", y), small);
    for (int i = 0; i < columns * rows; ++i) {
        const auto row = static_cast<std::size_t>(i / columns);
        const bool marked = i == here;
        const Shape shape{.fill = marked ? edge.at(row) : soft.at(row), .stroke = edge.at(row), .width = 1.5};
        const Type type{.size = 17, .colour = marked ? Colour::on_solid : Colour::ink, .bold = marked};
        canvas.card(cell_rect(picture, i % columns, i / columns, cell_width, cell_height),
                    fmt::format("{}", i), shape, type);
        canvas.card(cell_rect(memory, i, 0, memory_cell, 44), fmt::format("{}", i), shape, type);
    }
    const Point centre = cell_rect(picture, here % columns, here / columns, cell_width, cell_height).centre();
    canvas.arrow({{centre.x + 14, centre.y}, {centre.x + cell_width - 11, centre.y}},
                 {.colour = Colour::ink, .width = 2.25});
    canvas.arrow({{centre.x, centre.y + 13}, {centre.x, centre.y + cell_height - 12}},
                 {.colour = Colour::ink, .width = 2.25});

    const double text_x = picture.x + columns * cell_width + 30;
    canvas.text({text_x, picture.y + 44}, "index = y * columns + x",
                {.size = 16, .align = Align::start, .mono = true});
    canvas.text({text_x, picture.y + 74},
                fmt::format("{:>5} = {} * {:<7} + {}", here, here / columns, columns, here % columns),
                {.size = 16, .colour = Colour::accent2, .align = Align::start, .mono = true});

    const auto memory_x = [&](int index) { return memory.x + (index + 0.5) * memory_cell; };
    canvas.curved_arrow({memory_x(here), memory.y - 1}, {memory_x(here) + 4, memory.y - 30},
                        {memory_x(here + 1) - 6, memory.y - 30}, {memory_x(here + 1) - 2, memory.y - 2},
                        {.colour = Colour::ink, .width = 2.25});
    canvas.curved_arrow({memory_x(here) - 6, memory.y - 1}, {memory_x(here) + 10, memory.y - 84},
                        {memory_x(here + columns) - 10, memory.y - 84},
                        {memory_x(here + columns), memory.y - 2}, {.colour = Colour::ink, .width = 2.25});
    canvas.text({memory_x(here + 2) + 2, memory.y - 20}, "x + 1", {.size = 16, .bold = true});
    canvas.text({(memory_x(here) + memory_x(here + columns)) / 2, memory.y - 78}, "y + 1",
                {.size = 16, .bold = true});
    canvas.text({memory.x, memory.y - 20}, "in memory",
                {.size = 16, .colour = Colour::muted, .align = Align::start});
}

void draw_offset(Canvas& canvas)
{
    constexpr std::array<std::string_view, 12> words{"apple", "bark",  "cider", "dew", "elder",  "fig",
                                                     "grape", "hazel", "ivy",   "jam", "kernel", "leaf"};
    constexpr int offset = 4;
    constexpr int size = 5;
    constexpr double top = 58;
    constexpr double step = 28;
    const auto row_y = [](int index) { return top + (index + 0.5) * step; };

    canvas.text({86, 24}, "word list", {.size = 16, .bold = true});
    canvas.text({290, 24}, "get_global_id(0)", {.size = 15, .mono = true});
    canvas.text({498, 24}, "get_global_id(0) -\nget_global_offset(0)", {.size = 15, .mono = true});
    for (int i = 0; i < 12; ++i) {
        const bool inside = i >= offset && i < offset + size;
        canvas.text({28, row_y(i)}, fmt::format("{}", i),
                    {.size = 15, .colour = inside ? Colour::accent : Colour::muted, .align = Align::end});
        canvas.card({38, row_y(i) - 13, 104, 26}, words.at(static_cast<std::size_t>(i)),
                    {.fill = inside ? Colour::accent_soft : Colour::surface,
                     .stroke = inside ? Colour::accent : Colour::line,
                     .radius = 3},
                    {.size = 16, .colour = inside ? Colour::ink : Colour::muted});
        if (!inside) continue;
        canvas.arrow({{270, row_y(i)}, {146, row_y(i)}}, {.colour = Colour::accent});
        canvas.circle({290, row_y(i)}, 13, {.fill = Colour::accent});
        canvas.text({290, row_y(i)}, fmt::format("{}", i),
                    {.size = 16, .colour = Colour::on_solid, .bold = true});
        canvas.line({308, row_y(i)}, {478, row_y(i)}, {.colour = Colour::line, .dash = "3 4"});
        canvas.text({498, row_y(i)}, fmt::format("{}", i - offset), {.size = 17, .bold = true});
    }
    canvas.bracket({152, row_y(0) - 12}, {152, row_y(offset - 1) + 12}, -9);
    canvas.text({172, (row_y(0) + row_y(offset - 1)) / 2}, "global offset 4",
                {.size = 16, .align = Align::start});
    canvas.bracket({522, row_y(offset) - 12}, {522, row_y(offset + size - 1) + 12}, -9);
    canvas.text({542, (row_y(offset) + row_y(offset + size - 1)) / 2}, "global\nsize 5",
                {.size = 16, .align = Align::start});
}

const Register ndrange_2d(
    {"ndrange-2d", 640, 376, "A two-dimensional NDRange of 12 by 8 work-items in groups of 4 by 4",
     "Dimension 0 runs to the right, dimension 1 down. The work-item with global id (6, 5) belongs to "
     "group (1, 1) and has the local id (2, 1).",
     draw_ndrange_2d});
const Register round_up(
    {"round-up", 640, 294, "1000 elements in work-groups of 64",
     "Sixteen groups of 64 make 1024 work-items. In the last group 40 work-items have an element and 24 "
     "have none.",
     draw_round_up});
const Register row_major(
    {"row-major", 640, 368, "A picture of 5 columns and 3 rows and its line in memory",
     "The pixel at (x, y) has the index y times columns plus x. Neighbours in x are adjacent in memory, "
     "neighbours in y are a row of 5 apart: from index 7 to 8 and from 7 to 12.",
     draw_row_major});
const Register offset_figure(
    {"offset", 640, 400, "An NDRange of 5 with a global offset of 4 over a list of 12 words",
     "The five work-items have the global ids 4 to 8; less the offset these are 0 to 4.", draw_offset});

} // namespace of_04_ndrange
} // namespace figures
