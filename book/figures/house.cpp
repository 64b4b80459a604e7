/// The repository: who may include whom, for docs/architecture.md, which shows book/figures/house.svg.
#include "figure.hpp"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace figures
{
namespace
{

constexpr double width = 720;
constexpr double height = 516;
constexpr double left = 16;   // what is read
constexpr double right = 236; // what is compiled
constexpr double gap = 8;

struct Box
{
    std::string_view name;
    std::string_view use;
    double width;
};

/// Boxes side by side, each with the name of a folder and what is in it.
void row(Canvas& canvas, Point at, double row_height, std::initializer_list<Box> boxes, Colour stroke,
         Colour fill)
{
    for (const Box& box : boxes) {
        const Rect rect{at.x, at.y, box.width, row_height};
        canvas.box(rect, {.fill = fill, .stroke = stroke, .radius = 6});
        const bool is_high = row_height > 50;
        canvas.label({rect.x, rect.y + (is_high ? 6 : 3), rect.width, 22}, box.name,
                     {.size = 14, .bold = true});
        canvas.label({rect.x, rect.y + (is_high ? 28 : 24), rect.width, row_height - (is_high ? 32 : 27)},
                     box.use, {.size = 14, .colour = Colour::muted});
        at.x += box.width + gap;
    }
}

void draw_house(Canvas& canvas)
{
    canvas.box({0, 0, width, height}, {.fill = Colour::paper, .stroke = Colour::line, .radius = 10});

    canvas.text({left, 26}, "what is read", {.size = 16, .align = Align::start, .bold = true});
    double y = 46;
    for (const auto& [name, use] :
         {std::pair{"chapters/", "lesson, program"}, std::pair{"exercises/", "text, stub, tests"},
          std::pair{"solutions/", "the same, solved"}, std::pair{"tests/mutants/", "wrong solutions"},
          std::pair{"kernels/", "the ladders' rungs"}, std::pair{"bench/results/", "measurements"},
          std::pair{"lens/devices/", "profiles of GPUs"}, std::pair{"book/", "outline, front, theme"}}) {
        row(canvas, {left, y}, 46, {{name, use, 180}}, Colour::good, Colour::good_soft);
        y += 46 + gap;
    }

    canvas.text({right, 26}, "what is compiled", {.size = 16, .align = Align::start, .bold = true});
    row(canvas, {right, 46}, 46,
        {{"tools/commands", "one file a command", 309}, {"tools/prove", "tests' proofs", 151}},
        Colour::accent, Colour::accent_soft);
    row(canvas, {right, 100}, 46,
        {{"tools/desk, live", "one reader", 150},
         {"tools/capture", "outputs", 151},
         {"tools/grade", "classes", 151}},
        Colour::accent2, Colour::accent2_soft);
    row(canvas, {right, 154}, 46,
        {{"tools/check", "judges", 150},
         {"tools/book", "renders", 151},
         {"tools/ladders", "counts rungs", 151}},
        Colour::accent2, Colour::accent2_soft);
    row(canvas, {right, 208}, 46,
        {{"tools/lens", "counts", 150}, {"book/figures", "draws", 151}, {"bench", "times", 151}},
        Colour::accent2, Colour::accent2_soft);
    row(canvas, {right, 284}, 100,
        {{"tools/base", "processes,\npaths", 100},
         {"tools/draw", "canvas,\nchart", 100},
         {"tools/html", "escapes,\ncolours", 100}},
        Colour::violet, Colour::violet_soft);
    row(canvas, {right + 324, 284}, 46, {{"lens/", "models of GPUs", 144}}, Colour::violet,
        Colour::violet_soft);
    row(canvas, {right + 324, 338}, 46, {{"formats/", "a reader a format", 144}}, Colour::violet,
        Colour::violet_soft);
    row(canvas, {right, 412}, 50,
        {{"lib/, its core", "failures, files, text", 150},
         {"lib/", "devices, programs", 151},
         {"harness/", "of exercises", 151}},
        Colour::muted, Colour::surface);

    for (const double top : {254.0, 384.0})
        canvas.arrow({{right + 234, top + 2}, {right + 234, top + 26}}, {.colour = Colour::muted});
    canvas.text(
        {left, 501},
        "A file may include what stands below it. Chapters use lib/ alone, exercises harness/ as well.",
        {.size = 14, .colour = Colour::muted, .align = Align::start});
}

const Register house(
    {"house", width, height, "The repository: who may include whom",
     "On the left the folders that are read: chapters, exercises, solutions, tests/mutants, kernels, "
     "bench/results, lens/devices and book. On the right the code in layers, each of which may include the "
     "ones below: tools/commands, also on tools/prove; tools/live on tools/desk, tools/capture and "
     "tools/grade; tools/check, "
     "tools/book and "
     "tools/ladders; tools/lens, book/figures and bench; then tools/base, tools/draw, tools/html, and lens "
     "above formats; then lib and, on it, harness.",
     draw_house});

} // namespace
} // namespace figures
