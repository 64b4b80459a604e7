/// Chapter 6: what a sampler returns along a row, beyond its ends, and between four pixels; how an image may lie in memory.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_06_images
{

constexpr Type small{.size = 15, .colour = Colour::muted};
constexpr std::array row{30.0, 10.0, 20.0, 40.0};
constexpr int pixels = static_cast<int>(row.size());

enum class Edge
{
    clamp,
    border,
    repeat,
    mirror
};

/// What pixel i of the row is taken to be, i being any whole number.
double value_at(Edge edge, int i)
{
    const auto value = [](int at) { return row.at(static_cast<std::size_t>(at)); };
    const int turn = ((i % (2 * pixels)) + 2 * pixels) % (2 * pixels);
    switch (edge) {
    case Edge::clamp:
        return value(std::clamp(i, 0, pixels - 1));
    case Edge::border:
        return i < 0 || i >= pixels ? 0.0 : value(i);
    case Edge::repeat:
        return value(turn % pixels);
    case Edge::mirror:
        return value(turn < pixels ? turn : 2 * pixels - 1 - turn);
    }
    return 0.0;
}

double linear_at(Edge edge, double x)
{
    const double left = std::floor(x - 0.5);
    const double part = x - 0.5 - left;
    return (1 - part) * value_at(edge, static_cast<int>(left)) +
           part * value_at(edge, static_cast<int>(left) + 1);
}

void draw_filters(Canvas& canvas)
{
    constexpr double left = 70, width = 130, bottom = 226, scale = 4.4;
    const auto place = [](double x, double value) { return Point{left + x * width, bottom - scale * value}; };
    for (int i = 0; i <= pixels; ++i) {
        const double x = left + i * width;
        canvas.line({x, bottom + 4}, {x, 36}, {.colour = Colour::line, .width = 1, .dash = "3 4"});
        canvas.text({x, bottom + 18}, fmt::format("{}", i), small);
    }
    canvas.text({left - 30, bottom + 18}, "x", small);
    for (const double value : {0.0, 20.0, 40.0}) {
        canvas.line(place(-0.05, value), place(0, value), {.colour = Colour::line});
        canvas.text({left - 26, place(0, value).y}, fmt::format("{:.0f}", value), small);
    }
    std::vector<Point> steps;
    std::vector<Point> curve;
    for (int i = 0; i < pixels; ++i) {
        steps.push_back(place(i, row.at(static_cast<std::size_t>(i))));
        steps.push_back(place(i + 1, row.at(static_cast<std::size_t>(i))));
    }
    for (int i = 0; i <= 8 * pixels; ++i) curve.push_back(place(i / 8.0, linear_at(Edge::clamp, i / 8.0)));
    canvas.polyline(steps, {.colour = Colour::accent2, .width = 2, .dash = "6 4"});
    canvas.polyline(curve, {.colour = Colour::accent, .width = 2.5});
    for (int i = 0; i < pixels; ++i) {
        const Point centre = place(i + 0.5, row.at(static_cast<std::size_t>(i)));
        canvas.circle(centre, 5, {.fill = Colour::accent, .stroke = Colour::paper});
        canvas.card({left + i * width + 6, bottom + 36, width - 12, 34},
                    fmt::format("{:.0f}", row.at(static_cast<std::size_t>(i))),
                    {.fill = Colour::surface, .stroke = Colour::line, .radius = 4}, {.size = 16});
        canvas.text({left + (i + 0.5) * width, bottom + 86}, fmt::format("pixel {}", i), small);
    }
    canvas.text({place(2.62, 16).x, place(0, 16).y}, "nearest",
                {.size = 16, .colour = Colour::accent2, .align = Align::start, .bold = true});
    canvas.text({place(1.1, 25).x, place(0, 25).y}, "linear",
                {.size = 16, .colour = Colour::accent, .align = Align::start, .bold = true});
}

void draw_edges(Canvas& canvas)
{
    struct Mode
    {
        std::string_view name;
        std::string_view note;
        Edge edge;
    };
    constexpr std::array modes{Mode{"CLAMP_TO_EDGE", "the last pixel goes on", Edge::clamp},
                               Mode{"CLAMP", "a border of zeros", Edge::border},
                               Mode{"REPEAT", "the row begins again", Edge::repeat},
                               Mode{"MIRRORED_REPEAT", "back and forth", Edge::mirror}};
    constexpr double cell = 34, height = 34, first = 216;
    for (std::size_t m = 0; m < modes.size(); ++m) {
        const double top = 34 + static_cast<double>(m) * 56;
        const Mode& mode = modes.at(m);
        canvas.text({4, top + 9}, mode.name, {.size = 15, .align = Align::start, .mono = true});
        canvas.text({4, top + 28}, mode.note, {.size = 14, .colour = Colour::muted, .align = Align::start});
        for (int i = -pixels; i < 2 * pixels; ++i) {
            const bool inside = i >= 0 && i < pixels;
            const Rect rect{first + (i + pixels) * cell, top, cell, height};
            canvas.card(rect.inset(1.5), fmt::format("{:.0f}", value_at(mode.edge, i)),
                        {.fill = inside ? Colour::accent : Colour::surface,
                         .stroke = inside ? Colour::accent : Colour::line,
                         .width = 1.25,
                         .radius = 3},
                        {.size = 15, .colour = inside ? Colour::on_solid : Colour::ink, .bold = inside});
        }
    }
    canvas.bracket({first + pixels * cell, 30}, {first + 2 * pixels * cell, 30}, -6);
    canvas.text({first + 1.5 * pixels * cell, 12}, "the row", {.size = 15});
}

void draw_bilinear(Canvas& canvas)
{
    constexpr double side = 118, left = 40, top = 30;
    constexpr double part_x = 0.3, part_y = 0.6;
    canvas.grid({left, top}, 2, 2, side, side, {.fill = Colour::surface, .stroke = Colour::line});
    const Point place{left + side * (0.5 + part_x), top + side * (0.5 + part_y)};
    const auto centre = [&](int column, int line) {
        return Point{left + side * (column + 0.5), top + side * (line + 0.5)};
    };
    // The square between the four centres, cut at the place: each piece is the weight of the pixel across.
    const std::array colours{Colour::accent_soft, Colour::accent2_soft, Colour::good_soft,
                             Colour::violet_soft};
    const std::array strokes{Colour::accent, Colour::accent2, Colour::good, Colour::violet};
    for (int i = 0; i < 4; ++i) {
        const Point own = centre(i % 2, i / 2);
        const Point across = centre(1 - i % 2, 1 - i / 2);
        const Rect piece{std::min(place.x, across.x), std::min(place.y, across.y),
                         std::abs(place.x - across.x), std::abs(place.y - across.y)};
        const auto n = static_cast<std::size_t>(i);
        canvas.box(piece.inset(1), {.fill = colours.at(n), .stroke = strokes.at(n), .width = 1});
        canvas.circle(own, 7, {.fill = strokes.at(n), .stroke = Colour::paper});
    }
    canvas.cross(place, 6, {.colour = Colour::ink, .width = 2.5});
    canvas.text({left + 6, top - 14}, "four pixels and the place", {.size = 15, .align = Align::start});

    struct Weight
    {
        std::string_view pixel;
        std::string_view sum;
        double weight;
    };
    const std::array weights{
        Weight{"upper left", "0.7 × 0.4", 0.28}, Weight{"upper right", "0.3 × 0.4", 0.12},
        Weight{"lower left", "0.7 × 0.6", 0.42}, Weight{"lower right", "0.3 × 0.6", 0.18}};
    const double x = 320;
    canvas.text({x, top + 8}, "weights", {.size = 16, .align = Align::start, .bold = true});
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double y = top + 44 + static_cast<double>(i) * 40;
        canvas.circle({x + 8, y}, 7, {.fill = strokes.at(i), .stroke = Colour::paper});
        canvas.text({x + 26, y}, weights.at(i).pixel, {.size = 16, .align = Align::start});
        canvas.text({x + 126, y}, fmt::format("{} = {:.2f}", weights.at(i).sum, weights.at(i).weight),
                    {.size = 16, .align = Align::start, .mono = true});
    }
    canvas.text({x, top + 204}, "together 1.00",
                {.size = 16, .colour = Colour::muted, .align = Align::start});
}

/// The order in which the pixels of an 8 × 8 picture lie in memory: row by row, or in blocks of 4 × 4.
int place_in_memory(int x, int y, bool blocks)
{
    if (!blocks) return y * 8 + x;
    const int block = (y / 4) * 2 + x / 4;
    return block * 16 + (y % 4) * 4 + x % 4;
}

void draw_layouts(Canvas& canvas)
{
    constexpr double cell = 32, top = 56;
    for (const bool blocks : {false, true}) {
        const double left = blocks ? 350 : 30;
        canvas.text({left + 4 * cell, 18}, blocks ? "an image, in blocks" : "a buffer, row by row",
                    {.size = 16, .bold = true});
        std::vector<bool> touched(8, false); // pieces of memory of 8 pixels
        for (int y = 0; y < 8; ++y)
            touched.at(static_cast<std::size_t>(place_in_memory(2, y, blocks) / 8)) = true;
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x) {
                const int at = place_in_memory(x, y, blocks);
                const bool asked = x == 2;
                const bool moved = touched.at(static_cast<std::size_t>(at / 8));
                canvas.card(cell_rect({left, top}, x, y, cell, cell).inset(1), fmt::format("{}", at),
                            {.fill = asked   ? Colour::accent
                                     : moved ? Colour::accent_soft
                                             : Colour::surface,
                             .stroke = asked ? Colour::accent : Colour::line,
                             .width = 1,
                             .radius = 2},
                            {.size = 14, .colour = asked ? Colour::on_solid : Colour::ink, .bold = asked});
            }
        const auto pieces = std::count(touched.begin(), touched.end(), true);
        canvas.text({left + 4 * cell, top + 8 * cell + 20}, fmt::format("a column: {} pieces of 8", pieces),
                    {.size = 16});
        canvas.text({left + 4 * cell, 40}, "number: place in memory", {.size = 14, .colour = Colour::muted});
    }
}

const Register
    filters({"image-filters", 640, 330, "Nearest and linear filtering of a row of four pixels",
             "Pixel 0 reaches from x = 0 to x = 1, and its centre is at 0.5. Nearest gives steps: "
             "30, 10, 20, 40. Linear is straight from one centre to the next, and level before the "
             "first centre and behind the last.",
             draw_filters});
const Register
    edges({"image-edges", 640, 262, "Four addressing modes",
           "The row 30 10 20 40 and what lies to its left and right. Clamp to edge: 30 30 30 30 and 40 "
           "40 40 40. Clamp: zeros. Repeat: the row again. Mirrored repeat: the row backwards.",
           draw_edges});
const Register bilinear({"image-bilinear", 640, 290, "The weights of bilinear filtering",
                         "A place 0.3 of the way to the right and 0.6 of the way down between four pixels' "
                         "centres. Each pixel's weight is the area of the piece that lies across from it: "
                         "0.28, 0.12, 0.42 and 0.18.",
                         draw_bilinear});
const Register
    layouts({"image-layouts", 640, 350, "A column of pixels in two layouts of memory",
             "In a buffer the eight pixels of a column lie in eight pieces of memory. In blocks of 4 "
             "by 4 pixels they lie in four.",
             draw_layouts});

} // namespace of_06_images
} // namespace figures
