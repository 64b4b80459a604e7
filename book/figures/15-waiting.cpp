/// Chapter 15: groups that wait for a group that has not begun, and lanes that wait for a lane that waits for them.
#include "figure.hpp"

#include <string>

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

constexpr int lanes = 4;
constexpr int rounds = 5;

void draw_lock(Canvas& canvas)
{
    canvas.text({158, 18}, "one lane holds the lock", {.size = 16, .bold = true});
    for (int lane = 0; lane < lanes; ++lane) {
        const double y = 40 + 38.0 * lane;
        canvas.text({8, y + 15}, fmt::format("lane {}", lane),
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
        for (int round = 0; round < rounds; ++round) {
            const Rect rect{66 + 62.0 * round, y, 58, 30};
            if (lane == 0 && round == 0)
                canvas.card(rect, "got it", {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 4},
                            {.size = 15});
            else if (lane == 0)
                canvas.box(rect, {.stroke = Colour::line, .radius = 4, .dash = "3 3"});
            else
                canvas.card(rect, "tries",
                            {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4},
                            {.size = 15});
        }
        canvas.text({390, y + 15}, "…", {.size = 16});
    }
    canvas.line({412, 34}, {412, 190}, {.colour = Colour::bad, .width = 2});
    canvas.text({424, 64}, "here the lanes meet again;", {.size = 15, .align = Align::start});
    canvas.text({424, 84}, "behind it stands the line", {.size = 15, .align = Align::start});
    canvas.text({424, 104}, "that gives the lock back.", {.size = 15, .align = Align::start});
    canvas.text({424, 144}, "Lane 0 waits for the others,",
                {.size = 15, .colour = Colour::bad, .align = Align::start});
    canvas.text({424, 164}, "the others wait for lane 0.",
                {.size = 15, .colour = Colour::bad, .align = Align::start});
}

const Register lock({"15-lockstep-lock", 640, 204, "Four lanes in step and one lock",
                     "Lane 0 takes the lock in the first round and is switched off until the loop ends for "
                     "all lanes. Lanes 1 to 3 try "
                     "round after round. The line that gives the lock back stands behind the loop, where the "
                     "lanes meet again, so "
                     "lane 0 never reaches it.",
                     draw_lock});

} // namespace of_15_waiting
} // namespace figures
