/// Chapter 13: two places in local memory that take turns.
#include "figure.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_13_pipeline
{

constexpr int turns = 5;
constexpr double turn_width = 104;
constexpr double first_turn = 116;
constexpr double place_height = 46;

void in_turn(Canvas& canvas, double y, int turn, std::string_view words, bool fills)
{
    canvas.card(Rect{first_turn + turn * turn_width, y, turn_width, place_height}.inset(4), words,
                {.fill = fills ? Colour::accent2_soft : Colour::accent_soft,
                 .stroke = fills ? Colour::accent2 : Colour::accent,
                 .radius = 4},
                {.size = 15});
}

void draw_pipeline(Canvas& canvas)
{
    constexpr double top = 50;
    constexpr double second = top + place_height + 10;
    constexpr double bottom = second + place_height;
    const Type name{.size = 15, .align = Align::end, .bold = true};
    for (const int place : {0, 1})
        canvas.text({first_turn - 12, (place == 0 ? top : second) + place_height / 2},
                    fmt::format("place {}", place), name);
    for (int turn = 0; turn < turns; ++turn) {
        const double x = first_turn + turn * turn_width;
        canvas.text({x + turn_width / 2, top - 22},
                    turn == 0 ? std::string("before") : fmt::format("turn {}", turn - 1),
                    {.size = 15, .colour = Colour::muted});
        const bool even = turn % 2 == 0;
        in_turn(canvas, even ? top : second, turn, fmt::format("tile {}\narrives", turn), true);
        if (turn > 0) {
            in_turn(canvas, even ? second : top, turn, fmt::format("tile {}\nis used", turn - 1), false);
            canvas.line({x, top - 10}, {x, bottom + 14}, {.colour = Colour::ink, .width = 2, .dash = "5 4"});
        }
    }
    canvas.arrow({{first_turn + turn_width, bottom + 44}, {first_turn + turn_width, bottom + 18}},
                 {.colour = Colour::ink});
    canvas.text({first_turn + turn_width - 8, bottom + 62},
                "the group waits for its copies and meets at a barrier", {.size = 15, .align = Align::start});
}

const Register pipeline{{"13-pipeline", 640, 232,
                         "Two places in local memory: one is filled while the other is used",
                         "Before the first turn tile 0 arrives in place 0. In turn 0 it is used while tile 1 "
                         "arrives in place 1; in turn 1 "
                         "tile 1 is used while tile 2 arrives in place 0, and so on. Between two turns the "
                         "group waits for its copies and "
                         "meets at a barrier.",
                         draw_pipeline}};

} // namespace of_13_pipeline
} // namespace figures
