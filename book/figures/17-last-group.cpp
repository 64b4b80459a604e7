/// Chapter 17: five groups finish in any order, draw tickets, and the last one adds.
#include "figure.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace figures
{
namespace of_17_last_group
{

/// When a group of the timeline runs, in units of the drawing, and on which compute unit.
struct Group
{
    int unit;
    double begin;
    double end;
    int ticket;
};

constexpr std::array groups{Group{0, 0, 175, 1}, Group{1, 0, 130, 0}, Group{2, 0, 238, 2},
                            Group{1, 138, 296, 3}, Group{0, 183, 352, 4}};
constexpr double left = 108;
constexpr double row = 56;
constexpr double top = 66;

void draw_last_group(Canvas& canvas)
{
    const double counter = top + 3 * row + 42;
    canvas.text({left, 14}, "Whoever draws the last ticket adds",
                {.size = 17, .align = Align::start, .bold = true});
    for (int unit = 0; unit < 3; ++unit)
        canvas.text({left - 12, top + unit * row + 18}, fmt::format("unit {}", unit),
                    {.size = 15, .colour = Colour::muted, .align = Align::end});
    canvas.text({left - 12, counter}, "finished", {.size = 15, .align = Align::end, .mono = true});
    canvas.line({left, counter}, {640, counter}, {.colour = Colour::line, .width = 2});
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Group& group = groups.at(g);
        const bool is_last = group.ticket == static_cast<int>(groups.size()) - 1;
        const double y = top + group.unit * row;
        const double end = left + group.end;
        canvas.card({left + group.begin, y, group.end - group.begin, 36}, fmt::format("group {}", g),
                    {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4}, {.size = 16});
        canvas.arrow({{end, y + 36}, {end, counter - 15}},
                     {.colour = is_last ? Colour::good : Colour::accent2, .width = 1.75});
        canvas.circle({end, counter}, 13,
                      {.fill = is_last ? Colour::good : Colour::paper,
                       .stroke = is_last ? Colour::good : Colour::accent2,
                       .width = 2});
        canvas.text({end, counter}, fmt::format("{}", group.ticket),
                    {.size = 16, .colour = is_last ? Colour::on_solid : Colour::ink, .bold = true});
        if (!is_last) continue;
        canvas.card({end + 6, y, 166, 36}, "adds all 5 sums",
                    {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 4}, {.size = 16});
    }
    canvas.text({left + 366, counter + 34}, "4 = groups − 1: all others have left theirs",
                {.size = 15, .colour = Colour::good, .bold = true});
    canvas.text({left, counter + 64}, "A circle is an atomic addition and what it returns. No group waits.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

const Register last_group(
    {"17-last-group", 660, 356, "Five groups draw tickets as they finish",
     "Groups 0 to 4 run on three compute units and finish in the order 1, 0, 2, 3, 4. Each leaves its "
     "sum and adds one to a counter, which returns 0 to 4. Group 4 gets 4 and adds the five sums.",
     draw_last_group});

} // namespace of_17_last_group
} // namespace figures
