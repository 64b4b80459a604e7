/// Chapter 1: the orchard, picked in three ways.
#include "figure.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace figures
{
namespace of_01_orchard
{

constexpr std::array worker_colours{Colour::accent, Colour::accent2, Colour::good, Colour::violet};

/// Apples of a tree, relative to the middle of its crown, from left to right: a worker reaches neighbours.
constexpr std::array apples{Point{-36, 2}, Point{-26, -19}, Point{-17, 14}, Point{-9, -30},
                            Point{8, -7},  Point{14, 19},   Point{23, -24}, Point{36, 0}};

/// The crown of a tree that stands on `foot`.
Point crown_of(Point foot, double scale)
{
    return {foot.x, foot.y - 74 * scale};
}

void tree(Canvas& canvas, Point foot, double scale)
{
    const auto at = [&](double x, double y) { return Point{foot.x + x * scale, foot.y + y * scale}; };
    const Point left = at(-9, 0);
    const Point right = at(9, 0);
    const Point fork = at(0, -34);
    const double half = 5 * scale;
    canvas.path(fmt::format("M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}H{:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}Z",
                            left.x, left.y, fork.x - half, left.y - 8 * scale, fork.x - half, fork.y,
                            fork.x + half, fork.x + half, right.y - 8 * scale, right.x, right.y),
                {.fill = Colour::wood});
    const Point crown = crown_of(foot, scale);
    constexpr std::array tufts{Point{-30, 10}, Point{30, 10}, Point{-22, -18},
                               Point{22, -18}, Point{0, 0},   Point{0, 16}};
    for (const Point& tuft : tufts)
        canvas.circle({crown.x + tuft.x * scale, crown.y + (tuft.y + 3) * scale}, 26 * scale,
                      {.fill = Colour::leaf_shade});
    for (const Point& tuft : tufts)
        canvas.circle({crown.x + (tuft.x - 2) * scale, crown.y + (tuft.y - 2) * scale}, 23.5 * scale,
                      {.fill = Colour::leaf});
}

void apple(Canvas& canvas, Point at, double radius, Colour colour)
{
    canvas.line({at.x, at.y - radius}, {at.x + 2, at.y - radius - 3.5},
                {.colour = Colour::wood, .width = 1.5});
    canvas.circle(at, radius, {.fill = colour, .stroke = Colour::paper, .width = 1});
}

/// The eight apples of a tree; `owner` says whose colour each one has.
template <typename Owner>
void fruit(Canvas& canvas, Point foot, double scale, Owner owner)
{
    const Point crown = crown_of(foot, scale);
    for (std::size_t i = 0; i < apples.size(); ++i)
        apple(canvas, {crown.x + apples[i].x * scale, crown.y + apples[i].y * scale}, 5.5, owner(i));
}

/// A ladder from `foot` to `top`.
void ladder(Canvas& canvas, Point foot, Point top)
{
    const double length = std::hypot(top.x - foot.x, top.y - foot.y);
    const Point side{-(top.y - foot.y) / length * 6, (top.x - foot.x) / length * 6};
    const Pen pen{.colour = Colour::wood, .width = 2.25};
    canvas.line({foot.x - side.x, foot.y - side.y}, {top.x - side.x, top.y - side.y}, pen);
    canvas.line({foot.x + side.x, foot.y + side.y}, {top.x + side.x, top.y + side.y}, pen);
    for (double t = 0.12; t < 0.95; t += 10 / length) {
        const Point middle{std::lerp(foot.x, top.x, t), std::lerp(foot.y, top.y, t)};
        canvas.line({middle.x - side.x, middle.y - side.y}, {middle.x + side.x, middle.y + side.y},
                    {.colour = Colour::wood, .width = 1.75});
    }
}

/// A worker whose feet are at `feet`, reaching up to the side `reach` (-1 left, +1 right).
void worker(Canvas& canvas, Point feet, Colour colour, double reach)
{
    const Pen limb{.colour = Colour::ink, .width = 2.5};
    const Pen sleeve{.colour = colour, .width = 3.5};
    const double x = feet.x;
    const double y = feet.y;
    canvas.line({x - 1.5, y - 12}, {x - 4, y}, limb);
    canvas.line({x + 1.5, y - 12}, {x + 4, y}, limb);
    canvas.line({x + 4 * reach, y - 23}, {x + 12 * reach, y - 34}, sleeve);
    canvas.line({x - 4 * reach, y - 22}, {x - 8 * reach, y - 13}, sleeve);
    canvas.box({x - 6, y - 26, 12, 16}, {.fill = colour, .radius = 4});
    canvas.circle({x, y - 32}, 5.5, {.fill = Colour::skin});
    canvas.path(fmt::format("M{:.1f} {:.1f}a7.5 5 0 0 1 15 0z", x - 7.5, y - 34), {.fill = colour});
}

void basket(Canvas& canvas, Point foot, Colour colour)
{
    for (const double dx : {-4.0, 4.0}) canvas.circle({foot.x + dx, foot.y - 12}, 4.5, {.fill = colour});
    canvas.path(fmt::format("M{:.1f} {:.1f}h20l-3 11h-14z", foot.x - 10, foot.y - 11),
                {.fill = Colour::wood});
}

/// A worker on a ladder from `foot` to `top`, at the fraction `height` of it.
void picker(Canvas& canvas, Point foot, Point top, double height, Colour colour)
{
    ladder(canvas, foot, top);
    worker(canvas, {std::lerp(foot.x, top.x, height), std::lerp(foot.y, top.y, height)}, colour,
           top.x > foot.x ? 1 : -1);
}

void ground(Canvas& canvas, double y)
{
    canvas.line({18, y}, {622, y}, {.colour = Colour::leaf_shade, .width = 3});
}

void draw_orchard(Canvas& canvas)
{
    constexpr std::array trees{112.0, 262.0, 412.0, 562.0};
    constexpr double panel_height = 166;
    const auto foot = [](double x, int panel) { return Point{x, panel * (panel_height + 10) + 152}; };
    const auto alone = [&](Point tree_foot, Colour colour) {
        picker(canvas, {tree_foot.x - 82, tree_foot.y - 5}, {tree_foot.x - 34, tree_foot.y - 70}, 0.54,
               colour);
    };
    const auto unpicked = [](std::size_t) { return Colour::bad; };

    canvas.panel({4, 0, 632, panel_height}, "Serial", "one worker, one ladder, one tree after another");
    ground(canvas, foot(0, 0).y);
    for (const double x : trees) tree(canvas, foot(x, 0), 1);
    for (const double x : trees)
        fruit(canvas, foot(x, 0), 1,
              [&](std::size_t) { return x == trees[0] ? worker_colours[0] : Colour::bad; });
    alone(foot(trees[0], 0), worker_colours[0]);
    basket(canvas, foot(132, 0), worker_colours[0]);
    for (std::size_t i = 0; i + 1 < trees.size(); ++i)
        canvas.arrow({{trees[i] + 58, foot(0, 0).y - 22}, {trees[i + 1] - 46, foot(0, 0).y - 22}},
                     {.colour = worker_colours[0], .dash = "5 5"});

    canvas.panel({4, panel_height + 10, 632, panel_height}, "Data parallel",
                 "four workers share the apples of one tree");
    ground(canvas, foot(0, 1).y);
    const Point shared = foot(142, 1);
    tree(canvas, shared, 1);
    for (const std::size_t i : {0U, 3U, 1U, 2U}) {
        const double side = i < 2 ? -1 : 1;
        const bool outer = i == 0 || i == 3;
        picker(canvas, {shared.x + side * (outer ? 98 : 42), shared.y - 5},
               {shared.x + side * (outer ? 40 : 15), shared.y - 72}, outer ? 0.58 : 0.4, worker_colours[i]);
    }
    fruit(canvas, shared, 1, [](std::size_t i) { return worker_colours[i / 2]; });
    for (const double x : {338.0, 452.0, 566.0}) {
        tree(canvas, foot(x, 1), 0.86);
        fruit(canvas, foot(x, 1), 0.86, unpicked);
    }
    canvas.arrow({{shared.x + 112, shared.y - 22}, {302, shared.y - 22}},
                 {.colour = Colour::muted, .dash = "5 5"});
    for (const double x : {338.0, 452.0})
        canvas.arrow({{x + 40, shared.y - 22}, {x + 114 - 36, shared.y - 22}},
                     {.colour = Colour::muted, .dash = "5 5"});

    canvas.panel({4, 2 * (panel_height + 10), 632, panel_height}, "Task parallel",
                 "four workers, each with a tree of their own");
    ground(canvas, foot(0, 2).y);
    for (std::size_t i = 0; i < trees.size(); ++i) {
        const Point here = foot(trees[i], 2);
        tree(canvas, here, 1);
        fruit(canvas, here, 1, [&](std::size_t) { return worker_colours[i]; });
        alone(here, worker_colours[i]);
        basket(canvas, {here.x + 28, here.y}, worker_colours[i]);
    }
}

const Register
    orchard({"orchard", 640, 520, "An orchard picked in three ways",
             "Serial: one worker with one ladder picks four trees one after another. Data parallel: four "
             "workers stand at one tree and each picks a quarter of its apples, then they move on together. "
             "Task parallel: each of four workers has a tree of their own.",
             draw_orchard});

} // namespace of_01_orchard
} // namespace figures
