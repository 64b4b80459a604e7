/// Chapter 4: which word of the program is which part of the machine.
#include "figure.hpp"

#include <fmt/format.h>

namespace figures
{
namespace of_04_machine
{

constexpr double cell = 17;

void draw_group(Canvas& canvas, Point at, int number, bool marked)
{
    const Colour edge = marked ? Colour::accent : Colour::muted;
    canvas.box({at.x, at.y, 4 * cell + 12, 2 * cell + 34}, {.stroke = edge, .radius = 5});
    canvas.text({at.x + 2 * cell + 6, at.y + 14}, fmt::format("group {}", number),
                {.size = 14, .colour = marked ? Colour::accent : Colour::muted, .bold = marked});
    for (int item = 0; item < 8; ++item)
        canvas.box(cell_rect({at.x + 6, at.y + 26}, item % 4, item / 4, cell, cell).inset(1.5),
                   {.fill = marked ? Colour::accent : Colour::accent_soft,
                    .stroke = Colour::accent,
                    .width = 1,
                    .radius = 3});
}

void draw_unit(Canvas& canvas, double y, int number, bool marked)
{
    constexpr double x = 376;
    canvas.box({x, y, 252, 62},
               {.fill = Colour::surface, .stroke = marked ? Colour::accent2 : Colour::line, .radius = 5});
    canvas.text({x + 12, y + 16}, fmt::format("compute unit {}", number),
                {.size = 14,
                 .colour = marked ? Colour::accent2 : Colour::muted,
                 .align = Align::start,
                 .bold = marked});
    for (int lane = 0; lane < 8; ++lane)
        canvas.box(cell_rect({x + 12, y + 30}, lane, 0, 29, 22).inset(2),
                   {.fill = marked ? Colour::accent2 : Colour::accent2_soft,
                    .stroke = Colour::accent2,
                    .width = 1,
                    .radius = 3});
}

void draw_words_to_machine(Canvas& canvas)
{
    canvas.text({8, 14}, "launched: an NDRange", {.size = 15, .align = Align::start, .bold = true});
    canvas.text({376, 14}, "what runs it: a device", {.size = 15, .align = Align::start, .bold = true});
    for (int group = 0; group < 6; ++group)
        draw_group(canvas, {8 + group % 2 * 94.0, 34 + group / 2 * 80.0}, group, group == 3);
    for (int unit = 0; unit < 3; ++unit) draw_unit(canvas, 38 + unit * 80.0, unit, unit == 1);

    canvas.arrow({{184, 148}, {374, 148}}, {.colour = Colour::ink, .width = 2.25});
    canvas.text({280, 124}, "a work-group runs\non one compute unit", {.size = 14});
    canvas.arrow({{174, 176}, {236, 196}, {330, 196}, {394, 162}}, {.colour = Colour::accent});
    canvas.text({280, 228}, "its work-items,\nbundle after bundle,\non the unit's lanes",
                {.size = 14, .colour = Colour::accent});
}

const Register words_to_machine({"words-to-machine", 640, 276,
                                 "Work-groups run on compute units, work-items on their lanes",
                                 "On the left an NDRange of six work-groups of eight work-items. On the "
                                 "right a device of three compute units with eight lanes each. "
                                 "An arrow leads from work-group 3 to compute unit 1, and another from its "
                                 "work-items to the lanes of that unit.",
                                 draw_words_to_machine});

} // namespace of_04_machine
} // namespace figures
