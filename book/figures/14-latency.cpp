/// Chapter 14: waiting for memory, and what hides it.
#include "figure.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_14_latency
{

constexpr Type small{.size = 15, .colour = Colour::muted};

constexpr int wait = 4;   ///< steps from a read to its answer; the work between two reads is one step
constexpr int steps = 15; ///< shown
constexpr double step_width = 34;
constexpr double left = 112;

/// A timeline of `sub_groups` that take turns on one scheduler, and the share of steps in which it has work.
double timeline(Canvas& canvas, double top, int sub_groups)
{
    constexpr double row = 24;
    constexpr int period = wait + 1;
    int busy = 0;
    canvas.text({8, top - 16},
                sub_groups == 1 ? std::string("one sub-group") : fmt::format("{} sub-groups", sub_groups),
                {.size = 16, .align = Align::start, .bold = true});
    for (int index = 0; index < sub_groups; ++index) {
        const double y = top + index * row;
        canvas.text({left - 10, y + row / 2}, fmt::format("sub-group {}", index),
                    {.size = 15, .colour = Colour::muted, .align = Align::end});
        for (int step = 0; step < steps; ++step) {
            const bool works = step % period == index;
            const Rect rect{left + step * step_width, y, step_width, row};
            if (works)
                canvas.box(rect.inset(1.5), {.fill = Colour::accent, .radius = 3});
            else if (step > index)
                canvas.line({rect.x + 3, y + row / 2}, {rect.right() - 3, y + row / 2},
                            {.colour = Colour::muted, .dash = "3 3"});
            busy += works ? 1 : 0;
        }
    }
    const double y = top + sub_groups * row + 4;
    canvas.text({left - 10, y + 10}, "scheduler", {.size = 15, .align = Align::end, .bold = true});
    for (int step = 0; step < steps; ++step)
        canvas.box(Rect{left + step * step_width, y, step_width, 20}.inset(1.5),
                   {.fill = step % period < sub_groups ? Colour::good_soft : Colour::bad_soft,
                    .stroke = step % period < sub_groups ? Colour::good : Colour::bad,
                    .width = 1,
                    .radius = 3});
    canvas.text({left + steps * step_width, top - 16},
                fmt::format("at work {} % of the time", 100 * busy / steps),
                {.size = 16,
                 .colour = busy == steps ? Colour::good : Colour::bad,
                 .align = Align::end,
                 .bold = true});
    return y + 20;
}

void draw_latency_hiding(Canvas& canvas)
{
    double bottom = 0;
    for (const int sub_groups : {1, 2, wait + 1}) bottom = timeline(canvas, bottom + 36, sub_groups);
    const double y = bottom + 24;
    canvas.box({left, y - 8, 22, 16}, {.fill = Colour::accent, .radius = 3});
    canvas.text({left + 30, y}, "works, then reads", {.size = 15, .align = Align::start});
    canvas.line({left + 186, y}, {left + 226, y}, {.colour = Colour::muted, .dash = "3 3"});
    canvas.text({left + 234, y}, "waits for the answer", {.size = 15, .align = Align::start});
}

/// The pipe between a unit and memory: as long as the latency, as wide as the bandwidth.
void pipe(Canvas& canvas, double top, std::string_view label, std::string_view note, int rows, int columns,
          int filled)
{
    constexpr Point origin{70, 0};
    constexpr double width = 500;
    constexpr double height = 64;
    canvas.text({origin.x, top - 16}, label, {.size = 16, .align = Align::start, .bold = true});
    canvas.text(
        {origin.x + width, top - 16}, note,
        {.size = 15, .colour = filled == rows * columns ? Colour::good : Colour::bad, .align = Align::end});
    canvas.box({origin.x, top, width, height}, {.fill = Colour::surface, .stroke = Colour::ink, .width = 2});
    const double cell_width = width / columns;
    const double cell_height = height / rows;
    for (int i = 0; i < filled; ++i) {
        const int column = i * columns / filled;
        canvas.box(cell_rect({origin.x, top}, column, i % rows, cell_width, cell_height).inset(2),
                   {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 1, .radius = 3});
    }
    canvas.arrow({{origin.x - 40, top + height / 2}, {origin.x - 6, top + height / 2}},
                 {.colour = Colour::ink});
    canvas.arrow({{origin.x + width + 6, top + height / 2}, {origin.x + width + 40, top + height / 2}},
                 {.colour = Colour::ink});
}

void draw_littles_law(Canvas& canvas)
{
    canvas.text({320, 16}, "bytes in flight = latency × bandwidth", {.size = 18, .bold = true});
    pipe(canvas, 70, "8 sub-groups, one read each", "a quarter of the bandwidth", 4, 8, 8);
    pipe(canvas, 182, "32 sub-groups, one read each", "the pipe is full", 4, 8, 32);
    pipe(canvas, 294, "8 sub-groups, four reads each", "the pipe is full", 4, 8, 32);
    canvas.arrow({{320, 386}, {70, 386}}, {.colour = Colour::ink});
    canvas.arrow({{320, 386}, {570, 386}}, {.colour = Colour::ink});
    canvas.text({320, 404}, "latency: the length of the pipe", small);
    canvas.text({26, 150}, "bandwidth:\nits width", {.size = 15, .colour = Colour::muted, .turn = -90});
}

const Register
    latency_hiding({"14-latency-hiding", 640, 434,
                    "One, two and five sub-groups that wait for memory four times as long as they work",
                    "One sub-group keeps the scheduler at work 20 % of the time, two 40 %. With five there "
                    "is always one that has "
                    "its answer, and nobody sees the latency.",
                    draw_latency_hiding});
const Register littles_law(
    {"14-littles-law", 640, 420, "The reads under way between a compute unit and memory fill a pipe",
     "The pipe is as long as the latency and as wide as the bandwidth. Eight sub-groups with one read each "
     "fill a "
     "quarter of it. Thirty-two sub-groups fill it, and so do eight with four reads each.",
     draw_littles_law});

} // namespace of_14_latency
} // namespace figures
