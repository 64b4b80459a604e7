/// Chapter 15: groups that wait for a group that has not begun.
#include "figure.hpp"

#include <fmt/format.h>

namespace figures
{
namespace of_15_waiting
{

void draw_groups(Canvas& canvas)
{
    for (int unit = 0; unit < 2; ++unit) {
        const double y = 34 + 74.0 * unit;
        canvas.text({8, y + 24}, fmt::format("unit {}", unit),
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
        canvas.card({74, y, 96, 48}, fmt::format("group {}", unit),
                    {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4}, {.size = 16});
        canvas.card({170, y, 240, 48}, "looks, looks, looks …",
                    {.fill = Colour::paper, .stroke = Colour::accent, .radius = 4, .dash = "5 4"},
                    {.size = 16, .colour = Colour::muted});
        canvas.arrow({{410, y + 24}, {468, 86}}, {.colour = Colour::bad, .width = 2});
    }
    canvas.card({470, 62, 150, 48}, "group 2",
                {.fill = Colour::bad_soft, .stroke = Colour::bad, .radius = 4, .dash = "5 4"}, {.size = 16});
    canvas.text({545, 128}, "not begun:", {.size = 15, .colour = Colour::bad});
    canvas.text({545, 147}, "no unit is free", {.size = 15, .colour = Colour::bad});
    canvas.arrow({{520, 60}, {440, 14}, {122, 14}, {122, 32}},
                 {.colour = Colour::bad, .width = 2, .dash = "6 4"});
    canvas.text({300, 182}, "Groups 0 and 1 wait for group 2 to arrive; group 2 waits for a unit to be free.",
                {.size = 15, .colour = Colour::muted});
}

const Register groups({"15-groups-wait", 640, 200, "Two groups wait for a third that cannot begin",
                       "Groups 0 and 1 occupy both compute units and look again and again whether group 2 "
                       "has arrived. Group 2 has not "
                       "begun, because both units are taken. Nobody can go on.",
                       draw_groups});

} // namespace of_15_waiting
} // namespace figures
