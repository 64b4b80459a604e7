/// Chapter 26: a unit that is kept free, the rows that ranks exchange, and what runs while they travel.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_26_many_devices
{

constexpr double width = 660;
constexpr Type small{.size = 15, .colour = Colour::muted};
constexpr Type small_left{.size = 15, .colour = Colour::muted, .align = Align::start};
constexpr Shape ordinary{.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4};
constexpr Shape urgent{.fill = Colour::bad_soft, .stroke = Colour::bad, .radius = 4};
constexpr Shape second{.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4};
constexpr double left = 92;

void row_name(Canvas& canvas, double y, double height, std::string_view name)
{
    canvas.text({left - 10, y + height / 2}, name, {.size = 15, .align = Align::end});
}

void draw_fission(Canvas& canvas)
{
    constexpr double height = 34;
    constexpr double kernel = 150;
    const auto arrival = [&](double x, double from, double to) {
        canvas.arrow({{x, from}, {x, to}}, {.colour = Colour::bad, .width = 2.5});
        canvas.text({x + 34, from + 4}, "urgent", {.size = 15, .colour = Colour::bad});
    };
    double top = 0;
    canvas.heading({4, top + 14}, "One device, two queues", "every unit is busy with ordinary kernels");
    top += 66;
    for (int unit = 0; unit < 2; ++unit) {
        const double y = top + unit * (height + 6);
        row_name(canvas, y, height, fmt::format("unit {}", unit));
        for (int i = 0; i < 3; ++i)
            canvas.card({left + i * kernel + (i == 2 && unit == 0 ? 44 : 0), y, kernel - 4, height},
                        "ordinary", ordinary, {.size = 15});
        if (unit == 0) canvas.box({left + 2 * kernel, y, 38, height}, urgent);
    }
    arrival(left + 40, top - 26, top - 2);
    const double below = top + 2 * (height + 6) + 10;
    canvas.arrow({{left + 40, below}, {left + 2 * kernel, below}}, {.colour = Colour::bad});
    canvas.text({left + 40 + (2 * kernel - 40) / 2, below + 16}, "waits for kernels that came before",
                {.size = 15, .colour = Colour::bad});
    top = below + 44;
    canvas.heading({4, top + 14}, "Two sub-devices", "unit 0 is kept for urgent work");
    top += 66;
    row_name(canvas, top, height, "unit 0");
    row_name(canvas, top + height + 6, height, "unit 1");
    canvas.box({left, top, 3 * kernel + 60, height}, {.stroke = Colour::line, .radius = 4, .dash = "5 4"});
    canvas.text({left + 300, top + height / 2}, "free for urgent work", small);
    canvas.box({left + 42, top, 38, height}, urgent);
    canvas.card({left, top + height + 6, 2 * kernel - 4, height}, "ordinary, on half of the units", ordinary,
                {.size = 15});
    canvas.card({left + 2 * kernel, top + height + 6, kernel + 60, height}, "ordinary", ordinary,
                {.size = 15});
    arrival(left + 42, top - 26, top - 2);
}

void draw_halo(Canvas& canvas)
{
    constexpr double cell = 24;
    constexpr int columns = 7;
    constexpr double row = 26;
    const std::array<double, 3> lefts{12, 240, 468};
    constexpr double top = 52;
    for (int rank = 0; rank < 3; ++rank) {
        const double x = lefts.at(static_cast<std::size_t>(rank));
        canvas.text({x + columns * cell / 2, 16}, fmt::format("rank {}", rank), {.size = 16, .bold = true});
        for (int y = 0; y < 5; ++y) {
            const bool is_halo = y == 0 || y == 4;
            const bool is_edge = y == 1 || y == 3;
            const Shape shape{.fill = is_halo   ? Colour::surface
                                      : is_edge ? Colour::accent_soft
                                                : Colour::accent2_soft,
                              .stroke = is_halo   ? Colour::muted
                                        : is_edge ? Colour::accent
                                                  : Colour::accent2,
                              .dash = is_halo ? "4 3" : ""};
            canvas.grid({x, top + y * (row + 10)}, columns, 1, cell, row, shape);
        }
        if (rank == 2) continue;
        const double right = x + columns * cell;
        const double next = lefts.at(static_cast<std::size_t>(rank) + 1);
        const auto middle = [&](int y) { return top + y * (row + 10) + row / 2; };
        canvas.curved_arrow({right + 2, middle(3)}, {right + 36, middle(3)}, {next - 36, middle(0)},
                            {next - 3, middle(0)}, {.colour = Colour::accent});
        canvas.curved_arrow({next - 2, middle(1)}, {next - 36, middle(1)}, {right + 36, middle(4)},
                            {right + 3, middle(4)}, {.colour = Colour::accent});
    }
    constexpr double legend = top + 5 * 36 + 18;
    double x = 12;
    const auto entry = [&](Colour fill, Colour stroke, std::string_view dash, std::string_view words,
                           double step) {
        canvas.box({x, legend, 18, 18}, {.fill = fill, .stroke = stroke, .dash = dash});
        canvas.text({x + 26, legend + 9}, words, small_left);
        x += step;
    };
    entry(Colour::surface, Colour::muted, "4 3", "halo: a neighbour's row", 214);
    entry(Colour::accent_soft, Colour::accent, "", "edge: own, and sent", 200);
    entry(Colour::accent2_soft, Colour::accent2, "", "inner: own, and kept", 190);
}

void draw_overlap(Canvas& canvas)
{
    constexpr double height = 34;
    const Shape inner{.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4};
    const Shape travel{.fill = Colour::good_soft, .stroke = Colour::good, .radius = 4};
    double top = 0;
    const auto rows = [&](std::string_view name, std::string_view note) {
        canvas.heading({4, top + 14}, name, note);
        top += 32;
        row_name(canvas, top, height, "device");
        row_name(canvas, top + height + 6, height, "host");
    };
    const auto end = [&](double x) {
        canvas.line({x, top - 6}, {x, top + 2 * height + 12}, {.colour = Colour::ink, .width = 2.5});
        top += 2 * height + 36;
    };
    rows("Plain", "all rows, then the exchange");
    canvas.card({left, top, 300, height}, "all rows", inner, {.size = 15});
    canvas.card({left + 300, top + height + 6, 66, height}, "read", travel, {.size = 15});
    canvas.card({left + 366, top + height + 6, 96, height}, "exchange", travel, {.size = 15});
    canvas.card({left + 462, top + height + 6, 66, height}, "write", travel, {.size = 15});
    end(left + 532);
    rows("Overlapped", "the edges first");
    canvas.card({left, top, 58, height}, "edges", ordinary, {.size = 15});
    canvas.card({left + 58, top, 250, height}, "inner rows", inner, {.size = 15});
    canvas.card({left + 58, top + height + 6, 66, height}, "read", travel, {.size = 15});
    canvas.card({left + 124, top + height + 6, 96, height}, "exchange", travel, {.size = 15});
    canvas.card({left + 220, top + height + 6, 66, height}, "write", travel, {.size = 15});
    canvas.card({left + 308, top, 50, height}, "copy", ordinary, {.size = 15});
    end(left + 362);
}

/// A triangle's rows, in bands of one device each.
void bands(Canvas& canvas, Point at, double side, int pieces, const std::vector<int>& device)
{
    for (int i = 0; i < pieces; ++i) {
        const double from = side * i / pieces, to = side * (i + 1) / pieces;
        canvas.polygon(
            {{at.x, at.y + from}, {at.x + from, at.y + from}, {at.x + to, at.y + to}, {at.x, at.y + to}},
            device.at(static_cast<std::size_t>(i)) == 0 ? ordinary : second);
    }
}

/// When each device computes which of so many bands, if the free one takes the next; a band's work is its area.
void draw_triangle_in(Canvas& canvas, double top, int pieces, std::string_view name, std::string_view note)
{
    constexpr double side = 104, start = 244, height = 34, scale = 520;
    canvas.heading({4, top + 14}, name, note);
    std::array<double, 2> busy{};
    std::vector<int> device;
    for (int i = 0; i < pieces; ++i) {
        const int next = busy[0] <= busy[1] ? 0 : 1;
        const double work = (2.0 * i + 1) / (pieces * pieces);
        canvas.box({start + busy.at(static_cast<std::size_t>(next)) * scale + 1,
                    top + 48 + next * (height + 8), work * scale - 2, height},
                   next == 0 ? ordinary : second);
        busy.at(static_cast<std::size_t>(next)) += work;
        device.push_back(next);
    }
    bands(canvas, {10, top + 36}, side, pieces, device);
    for (int d = 0; d < 2; ++d)
        canvas.text({start - 10, top + 48 + d * (height + 8) + height / 2}, fmt::format("device {}", d),
                    {.size = 15, .align = Align::end});
    const double end = start + std::max(busy[0], busy[1]) * scale;
    canvas.line({end, top + 40}, {end, top + 56 + 2 * height + 8}, {.colour = Colour::ink, .width = 2.5});
    if (busy[0] < 0.5 * busy[1])
        canvas.text({start + (busy[0] + busy[1]) / 2 * scale, top + 48 + height / 2}, "waits", small);
}

void draw_triangle(Canvas& canvas)
{
    draw_triangle_in(canvas, 0, 2, "Two equal shares", "half of the rows each");
    draw_triangle_in(canvas, 172, 12, "Pieces", "the next one for the device that is free");
}

const Register fission({"26-fission", width, 348, "A unit that is kept free",
                        "Two compute units over time. With two queues, an urgent kernel arrives while "
                        "ordinary kernels occupy both "
                        "units, and waits until those that came before are done. With two sub-devices, as "
                        "PoCL 3.1 runs them, unit 0 is free, and the urgent "
                        "kernel begins at once; the ordinary ones take twice as long on unit 1.",
                        draw_fission});
const Register
    halo({"26-halo", width, 274, "Rows that ranks exchange",
          "Three ranks with three own rows each and a halo row above and below. The last own row of a rank "
          "is sent into the "
          "upper halo of the next rank, and the first own row of that one into the lower halo of the first.",
          draw_halo});
const Register
    overlap({"26-overlap", width, 276, "A step, plain and overlapped",
             "In the plain step the device computes all rows, and then the host reads, exchanges "
             "and writes rows while the "
             "device is idle. In the overlapped step the device computes the edges first, and the "
             "inner rows while the "
             "host reads, exchanges and writes. At the end it copies the edges and halos to their places.",
             draw_overlap});

const Register
    triangle({"26-triangle", width, 326, "A triangle in two shares and in pieces",
              "The rows of a triangle are unequal work. With half of the rows each, the device with the "
              "upper rows computes for a third of the time and then waits. With pieces, of which "
              "the free device takes the next, both compute until nearly the same moment, which comes "
              "sooner.",
              draw_triangle});

} // namespace of_26_many_devices
} // namespace figures
