/// Chapter 4: a rotated picture, mapped forward and backward, and an index space of three dimensions.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_04_pictures
{

constexpr int source_size = 10;
constexpr int target_size = 14;
constexpr double target_cell = 21.6;

/// The picture that is rotated: a letter F.
constexpr std::array<std::string_view, source_size> letter{
    "..........", "..######..", "..######..", "..##......", "..####....",
    "..####....", "..##......", "..##......", "..##......", "..........",
};

bool is_ink(int x, int y)
{
    return letter.at(static_cast<std::size_t>(y)).at(static_cast<std::size_t>(x)) == '#';
}

/// `p`, relative to the middle of one picture, turned by 30 degrees; `direction` is 1 or -1.
Point turned(Point p, double direction)
{
    const double angle = direction * std::numbers::pi / 6;
    return {p.x * std::cos(angle) - p.y * std::sin(angle), p.x * std::sin(angle) + p.y * std::cos(angle)};
}

/// Where a point of the source, in pixels from its corner, comes to lie in the target.
Point to_target(Point source)
{
    const Point t = turned({source.x - source_size / 2.0, source.y - source_size / 2.0}, 1);
    return {t.x + target_size / 2.0, t.y + target_size / 2.0};
}

Point to_source(Point target)
{
    const Point s = turned({target.x - target_size / 2.0, target.y - target_size / 2.0}, -1);
    return {s.x + source_size / 2.0, s.y + source_size / 2.0};
}

bool in_source(Point p)
{
    return p.x >= 0 && p.y >= 0 && p.x < source_size && p.y < source_size;
}

using Picture = std::array<std::array<int, target_size>, target_size>; // -1 empty, 0 background, 1 ink

void draw_picture(Canvas& canvas, Point origin, const Picture& picture, bool mark_holes)
{
    for (int y = 0; y < target_size; ++y)
        for (int x = 0; x < target_size; ++x) {
            const int value = picture.at(static_cast<std::size_t>(y)).at(static_cast<std::size_t>(x));
            const Rect rect = cell_rect(origin, x, y, target_cell, target_cell);
            const bool hole = mark_holes && value < 0 && in_source(to_source({x + 0.5, y + 0.5}));
            constexpr std::array fills{Colour::paper, Colour::accent_soft, Colour::accent};
            canvas.box(rect, {.fill = fills.at(static_cast<std::size_t>(value + 1)),
                              .stroke = Colour::line,
                              .width = 0.75});
            if (hole) {
                canvas.box(rect.inset(1.25), {.fill = Colour::bad_soft, .stroke = Colour::bad, .width = 2});
                canvas.cross(rect.centre(), 4.5, {.colour = Colour::bad, .width = 2});
            }
        }
}

Point on_canvas(Point origin, Point target)
{
    return {origin.x + target.x * target_cell, origin.y + target.y * target_cell};
}

void outline(Canvas& canvas, Point origin)
{
    const auto corner = [&](double x, double y) { return on_canvas(origin, to_target({x, y})); };
    canvas.polygon(
        {corner(0, 0), corner(source_size, 0), corner(source_size, source_size), corner(0, source_size)},
        {.stroke = Colour::ink, .width = 2});
}

void draw_rotation_mapping(Canvas& canvas)
{
    constexpr Point left{4, 52};
    constexpr Point right{334, 52};
    constexpr double below = 52 + target_size * target_cell + 20;
    Picture forward{};
    Picture inverse{};
    for (auto* picture : {&forward, &inverse})
        for (auto& row : *picture) row.fill(-1);
    int holes = 0;
    std::vector<Point> landed;
    for (int y = 0; y < source_size; ++y)
        for (int x = 0; x < source_size; ++x) {
            const Point target = to_target({x + 0.5, y + 0.5});
            landed.push_back(target);
            int& pixel =
                forward.at(static_cast<std::size_t>(target.y)).at(static_cast<std::size_t>(target.x));
            pixel = std::max(pixel, is_ink(x, y) ? 1 : 0);
        }
    for (int y = 0; y < target_size; ++y)
        for (int x = 0; x < target_size; ++x) {
            const Point source = to_source({x + 0.5, y + 0.5});
            if (!in_source(source)) continue;
            const auto row = static_cast<std::size_t>(y);
            const auto column = static_cast<std::size_t>(x);
            inverse.at(row).at(column) =
                is_ink(static_cast<int>(source.x), static_cast<int>(source.y)) ? 1 : 0;
            holes += forward.at(row).at(column) < 0 ? 1 : 0;
        }

    canvas.heading({left.x, 12}, "Forward");
    canvas.text({left.x, 36}, "every source pixel is sent somewhere",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    draw_picture(canvas, left, forward, true);
    outline(canvas, left);
    for (const Point& target : landed)
        canvas.circle(on_canvas(left, target), 2.6,
                      {.fill = Colour::ink, .stroke = Colour::paper, .width = 0.75});
    canvas.text({left.x, below}, fmt::format("{} holes: no pixel lands there", holes),
                {.colour = Colour::bad, .align = Align::start, .bold = true});

    canvas.heading({right.x, 12}, "Inverse");
    canvas.text({right.x, 36}, "every target pixel asks for its source",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    draw_picture(canvas, right, inverse, false);
    for (int i = 1; i < source_size; ++i)
        for (const bool vertical : {false, true}) {
            const Point from = vertical ? Point{double(i), 0} : Point{0, double(i)};
            const Point to = vertical ? Point{double(i), source_size} : Point{source_size, double(i)};
            canvas.line(on_canvas(right, to_target(from)), on_canvas(right, to_target(to)),
                        {.colour = Colour::ink, .width = 0.75, .opacity = 0.45});
        }
    outline(canvas, right);
    for (int y = 0; y < target_size; ++y)
        for (int x = 0; x < target_size; ++x)
            if (inverse.at(static_cast<std::size_t>(y)).at(static_cast<std::size_t>(x)) >= 0)
                canvas.circle(on_canvas(right, {x + 0.5, y + 0.5}), 2.6,
                              {.fill = Colour::ink, .stroke = Colour::paper, .width = 0.75});
    canvas.text({right.x, below}, "no holes: each gets an answer",
                {.colour = Colour::good, .align = Align::start, .bold = true});
}

/// Isometric projection: dimension 0 to the lower right, dimension 1 down, dimension 2 to the upper right.
Point project(double x, double y, double z)
{
    constexpr double unit = 58;
    const double across = unit * std::cos(std::numbers::pi / 6);
    return {158 + (x + z) * across, 146 + (x - z) * unit / 2 + y * unit};
}

constexpr double cube_side = 0.74;
constexpr double layer_distance = 2.4;

void cube(Canvas& canvas, double x, double y, double z, bool marked)
{
    constexpr double s = cube_side;
    const auto face = [&](Colour fill) {
        return Shape{.fill = marked ? Colour::accent : fill,
                     .stroke = marked ? Colour::paper : Colour::muted,
                     .width = 1.5};
    };
    canvas.polygon({project(x, y, z), project(x + s, y, z), project(x + s, y, z + s), project(x, y, z + s)},
                   face(Colour::paper));
    canvas.polygon({project(x + s, y, z), project(x + s, y, z + s), project(x + s, y + s, z + s),
                    project(x + s, y + s, z)},
                   face(Colour::surface));
    canvas.polygon({project(x, y, z), project(x + s, y, z), project(x + s, y + s, z), project(x, y + s, z)},
                   face(Colour::accent_soft));
}

void draw_three_dimensions(Canvas& canvas)
{
    constexpr int size_x = 4;
    constexpr int size_y = 3;
    constexpr int size_z = 2;
    constexpr std::array chosen{2, 0, 1};
    for (int z = size_z - 1; z >= 0; --z)
        for (int y = size_y - 1; y >= 0; --y)
            for (int x = 0; x < size_x; ++x)
                cube(canvas, x, y, z * layer_distance, x == chosen[0] && y == chosen[1] && z == chosen[2]);

    const Pen axis{.colour = Colour::ink, .width = 2};
    const auto name = [&](Point at, int dimension, int size, Align align) {
        canvas.text(at, fmt::format("dimension {}\nsize {}", dimension, size),
                    {.size = 16, .align = align, .bold = true});
    };
    const Point left_end = project(0, size_y + 0.05, 0);
    const Point front_end = project(size_x - 0.2, size_y + 0.05, 0);
    canvas.arrow({left_end, front_end}, axis);
    name({(left_end.x + front_end.x) / 2 - 24, (left_end.y + front_end.y) / 2 + 28}, 0, size_x, Align::end);
    const Point top = project(-0.22, 0, -0.05);
    const Point down = project(-0.22, size_y - 0.2, -0.05);
    canvas.arrow({top, down}, axis);
    name({top.x - 12, (top.y + down.y) / 2}, 1, size_y, Align::end);
    const Point near = project(size_x - 0.05, size_y - 0.1, 0);
    const Point far = project(size_x - 0.05, size_y - 0.1, layer_distance + cube_side);
    canvas.arrow({near, far}, axis);
    name({(near.x + far.x) / 2 + 18, (near.y + far.y) / 2 + 24}, 2, size_z, Align::start);

    const Point marked =
        project(chosen[0] + cube_side / 2, chosen[1], chosen[2] * layer_distance + cube_side / 2);
    canvas.text({marked.x + 96, 24}, "global id", {.size = 16});
    canvas.text({marked.x + 96, 50}, fmt::format("({}, {}, {})", chosen[0], chosen[1], chosen[2]),
                {.size = 20, .colour = Colour::accent, .bold = true});
    canvas.curved_arrow({marked.x + 50, 50}, {marked.x + 16, 50}, {marked.x, 74}, {marked.x, marked.y - 14},
                        {.colour = Colour::accent, .width = 2.25});
}

const Register rotation_mapping(
    {"rotation-mapping", 640, 390, "A picture rotated by 30 degrees, forward and inverse",
     "Left: each source pixel is sent to the target pixel where its rotated centre falls; some target "
     "pixels inside the picture get none and are marked as holes. Right: each target pixel asks which "
     "source pixel covers its centre; none is missing.",
     draw_rotation_mapping});
const Register three_dimensions(
    {"three-dimensions", 640, 450, "A three-dimensional NDRange of 4 by 3 by 2 work-items",
     "Twenty-four cubes in four columns, three rows and two layers; the one with the global id (2, 0, 1) "
     "is marked.",
     draw_three_dimensions});

} // namespace of_04_pictures
} // namespace figures
