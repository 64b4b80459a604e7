/// Chapter 1: host, bus and GPU, and how many rounds pay for the copies.
#include "figure.hpp"

#include "base/paths.hpp"
#include "draw/chart.hpp"
#include "lockstep/formats/captured_output.hpp"

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_01_copies
{

/// What the chapter's program printed on the H200's machine, in milliseconds.
double recorded(const std::string& name)
{
    static const auto values = lockstep::read_captured_output(lockstep::tool::own_source_dir() / "chapters" /
                                                              "01-parallelism" / "output.h200.txt")
                                   .values;
    return std::stod(values.at(name));
}

void draw_bus(Canvas& canvas)
{
    constexpr double top = 40;
    constexpr double height = 132;
    const Type small{.size = 15, .colour = Colour::muted};
    canvas.panel({4, top - 36, 208, height + 44}, "Host");
    canvas.card({20, top, 176, 50}, "CPU, 16 threads",
                {.fill = Colour::paper, .stroke = Colour::line, .radius = 6});
    canvas.card({20, top + 76, 176, 50}, "memory",
                {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 6});
    canvas.panel({404, top - 36, 232, height + 44}, "GPU");
    canvas.card({420, top, 200, 50}, "132 multiprocessors",
                {.fill = Colour::paper, .stroke = Colour::line, .radius = 6});
    canvas.card({420, top + 76, 200, 50}, "memory",
                {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 6});
    canvas.arrow({{520, top + 75}, {520, top + 52}}, {.colour = Colour::accent2, .width = 7});
    canvas.arrow({{108, top + 75}, {108, top + 52}}, {.colour = Colour::accent, .width = 3});

    canvas.arrow({{198, top + 92}, {418, top + 92}}, {.colour = Colour::bad, .width = 2});
    canvas.arrow({{418, top + 112}, {198, top + 112}}, {.colour = Colour::bad, .width = 2});
    canvas.text({308, top + 74}, "a, b: 134 MB", small);
    canvas.text({308, top + 130}, "c: 67 MB", small);
    canvas.text({308, top - 8}, "the bus", {.size = 16, .bold = true});

    const double copies = recorded("whole1") - recorded("kernel1");
    const double y = top + height + 42;
    canvas.text({308, y}, fmt::format("{:.1f} ms", copies),
                {.size = 18, .colour = Colour::bad, .bold = true});
    canvas.text({520, y}, fmt::format("{:.3f} ms", recorded("kernel1")),
                {.size = 18, .colour = Colour::accent2, .bold = true});
    canvas.text({108, y}, fmt::format("{:.2f} ms", recorded("strips1")),
                {.size = 18, .colour = Colour::accent, .bold = true});
    canvas.text({108, y + 24}, "to do the sum here", small);
    canvas.text({308, y + 24}, "to copy there and back", small);
    canvas.text({520, y + 24}, "to do the sum there", small);
}

/// Two measured points, and the straight line through them up to `last` rounds.
void line_of(Chart& chart, const std::string& row, double slope, double last, Colour colour)
{
    const Point first{1, recorded(row + "1")};
    const Point second{20, recorded(row + "20")};
    chart.series({first, second}, {.colour = colour});
    chart.series({second, {last, second.y + slope * (last - second.x)}},
                 {.colour = colour, .dash = "7 4", .has_dots = false});
}

void draw_rounds(Canvas& canvas)
{
    constexpr double last = 60;
    const double per_round = (recorded("strips20") - recorded("strips1")) / 19;
    Chart chart(canvas, {62, 56, canvas.width() - 90, 222},
                {.low = 0, .high = last, .ticks = {1, 10, 20, 30, 40, 50, 60}, .title = "rounds"},
                {.low = 0, .high = 60, .ticks = {0, 10, 20, 30, 40, 50, 60}, .title = "ms"});
    line_of(chart, "strips", per_round, last, Colour::accent);
    line_of(chart, "whole", 0, last, Colour::bad);
    line_of(chart, "kernel", 0, last, Colour::accent2);
    chart.key({78, 72}, {{"sixteen threads", {.colour = Colour::accent}},
                         {"the GPU with its copies", {.colour = Colour::bad}},
                         {"the GPU's kernel alone", {.colour = Colour::accent2}}});
}

const Register bus({"01-bus", 640, 250, "Host, bus and GPU",
                    "The host's threads do the sum in 2.46 milliseconds in the host's memory. To do it on "
                    "the GPU, 134 megabytes cross "
                    "the bus to the GPU's memory and 67 come back, which takes 19.4 milliseconds; the sum "
                    "itself takes 0.075.",
                    draw_bus});
const Register rounds({"01-rounds", 640, 340,
                       "Time against rounds: sixteen threads, the GPU with its copies, its kernel alone",
                       "The line of the sixteen threads rises from 2.5 milliseconds at 1 round to 20 at 20 "
                       "rounds and on to 57 at 60. "
                       "That of the GPU with its copies stays at 20 and is crossed at 20 rounds. The kernel "
                       "alone stays near 0.",
                       draw_rounds});

} // namespace of_01_copies
} // namespace figures
