/// Chapter 1: the bakery, strip mining, decomposition, and a race.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_01_parallelism
{

struct Task
{
    std::string_view words;
    int minutes;
    Rect place;
    std::vector<std::size_t> needs;
};

/// The tasks in an order in which they could be done by one person.
std::vector<Task> cake()
{
    constexpr double width = 108;
    constexpr double height = 78;
    const auto at = [](int column, double y) { return Rect{4 + column * 131.0, y, width, height}; };
    return {
        {"buy\ningredients", 20, at(0, 116), {}}, {"preheat\nthe oven", 20, at(1, 4), {}},
        {"weigh\nand mix", 15, at(1, 116), {0}},  {"make\nthe icing", 25, at(2, 228), {0}},
        {"bake", 30, at(2, 116), {1, 2}},         {"cool", 20, at(3, 116), {4}},
        {"decorate", 15, at(4, 116), {3, 5}},
    };
}

void draw_bakery(Canvas& canvas)
{
    const std::vector<Task> tasks = cake();
    std::vector<int> finish;
    std::vector<std::size_t> last_needed(tasks.size(), tasks.size());
    int total = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        int start = 0;
        for (const std::size_t need : tasks[i].needs)
            if (finish[need] > start) {
                start = finish[need];
                last_needed[i] = need;
            }
        finish.push_back(start + tasks[i].minutes);
        total += tasks[i].minutes;
    }
    std::vector<bool> critical(tasks.size());
    std::string sum;
    const auto end = static_cast<std::size_t>(std::ranges::max_element(finish) - finish.begin());
    for (std::size_t i = end; i < tasks.size(); i = last_needed[i]) {
        critical[i] = true;
        sum = fmt::format("{}{}{}", tasks[i].minutes, sum.empty() ? "" : " + ", sum);
    }

    for (std::size_t i = 0; i < tasks.size(); ++i)
        for (const std::size_t need : tasks[i].needs) {
            const Rect& from = tasks[need].place;
            const Rect& to = tasks[i].place;
            const bool on_path = critical[i] && last_needed[i] == need;
            const Pen pen{.colour = on_path ? Colour::accent : Colour::muted, .width = on_path ? 3.5 : 1.75};
            if (from.y == to.y) {
                canvas.arrow({{from.right(), from.centre().y}, {to.x - 1, to.centre().y}}, pen);
            } else if (critical[i]) {
                const Point corner{to.centre().x, from.centre().y};
                canvas.arrow({{from.right(), corner.y},
                              corner,
                              {corner.x, from.y < to.y ? to.y - 1 : to.bottom() + 1}},
                             pen);
            } else {
                const Point corner{from.centre().x, to.centre().y};
                canvas.arrow({{corner.x, from.bottom()}, corner, {to.x - 1, corner.y}}, pen);
            }
        }
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Rect& place = tasks[i].place;
        canvas.box(place, {.fill = critical[i] ? Colour::accent_soft : Colour::surface,
                           .stroke = critical[i] ? Colour::accent : Colour::line,
                           .width = critical[i] ? 2.5 : 1.5,
                           .radius = 8});
        canvas.label({place.x, place.y + 6, place.width, 42}, tasks[i].words);
        canvas.label({place.x, place.bottom() - 27, place.width, 20}, fmt::format("{} min", tasks[i].minutes),
                     {.size = 16, .colour = critical[i] ? Colour::accent : Colour::muted, .bold = true});
    }
    canvas.text({4, 334}, fmt::format("critical path: {} = {} minutes", sum, finish[end]),
                {.size = 17, .colour = Colour::accent, .align = Align::start, .bold = true});
    canvas.text({4, 360}, fmt::format("all seven tasks together: {} minutes of work", total),
                {.size = 17, .colour = Colour::muted, .align = Align::start});
}

constexpr std::array worker_colours{Colour::accent, Colour::accent2, Colour::good, Colour::violet};
constexpr double strip_left = 76;
constexpr double strip_cell = 35;

/// The heading of one way to run the loop, and the empty time steps under it.
void strip_steps(Canvas& canvas, double y, std::string_view label, std::string_view note, int steps,
                 double height)
{
    canvas.heading({4, y - 17}, label, note);
    canvas.box({strip_left, y, 16 * strip_cell, steps * height}, {.fill = Colour::surface});
    const Type small{.size = 15, .colour = Colour::muted, .align = Align::end};
    canvas.text({strip_left - 8, y + 0.5 * height}, "step 1", small);
    if (steps > 1)
        canvas.text({strip_left - 8, y + (steps - 0.5) * height}, fmt::format("step {}", steps), small);
}

void draw_strip_mining(Canvas& canvas)
{
    const auto cell = [](double y, int element, int step, double height) {
        return Rect{strip_left + element * strip_cell + 1, y + step * height + 1, strip_cell - 2, height - 2};
    };
    canvas.text({strip_left - 8, 14}, "element", {.size = 15, .colour = Colour::muted, .align = Align::end});
    for (int i = 0; i < 16; ++i)
        canvas.text({strip_left + (i + 0.5) * strip_cell, 14}, fmt::format("{}", i),
                    {.size = 15, .mono = true});

    strip_steps(canvas, 64, "One thread", "16 steps", 16, 11);
    for (int i = 0; i < 16; ++i) canvas.box(cell(64, i, i, 11), {.fill = Colour::accent, .radius = 2});

    strip_steps(canvas, 288, "Four threads", "a strip of four elements each, 4 steps", 4, 22);
    for (int i = 0; i < 16; ++i)
        canvas.box(cell(288, i, i % 4, 22),
                   {.fill = worker_colours.at(static_cast<std::size_t>(i / 4)), .radius = 4});

    strip_steps(canvas, 424, "One thread, SIMD width 4", "four neighbours at once, 4 steps", 4, 22);
    for (int step = 0; step < 4; ++step) {
        const Rect first = cell(424, 4 * step, step, 22);
        canvas.box({first.x, first.y, 4 * strip_cell - 2, first.height},
                   {.fill = Colour::accent, .radius = 4});
        for (int lane = 1; lane < 4; ++lane)
            canvas.line({first.x - 1 + lane * strip_cell, first.y + 3},
                        {first.x - 1 + lane * strip_cell, first.bottom() - 3},
                        {.colour = Colour::on_solid, .width = 1.25, .opacity = 0.7});
    }

    strip_steps(canvas, 560, "Sixteen work-items", "one element each, 1 step", 1, 32);
    for (int i = 0; i < 16; ++i) {
        canvas.card(cell(560, i, 0, 32), fmt::format("{}", i),
                    {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4},
                    {.size = 15, .bold = true});
    }
}

/// Which of sixteen elements four workers read first.
void draw_strides(Canvas& canvas)
{
    const auto row = [&](double y, std::string_view label, std::string_view note, bool is_strip) {
        canvas.heading({4, y - 17}, label, note);
        for (int i = 0; i < 16; ++i) {
            const int worker = is_strip ? i / 4 : i % 4;
            const bool is_first = is_strip ? i % 4 == 0 : i < 4;
            const Colour solid = worker_colours.at(static_cast<std::size_t>(worker));
            canvas.card({20 + i * 38.0, y, 34, 34}, fmt::format("{}", worker),
                        {.fill = is_first ? solid : Colour::none, .stroke = solid, .radius = 4},
                        {.size = 16, .colour = is_first ? Colour::on_solid : Colour::ink, .bold = is_first});
        }
    };
    row(36, "Strips", "each worker reads neighbours, one after another", true);
    row(122, "Grid stride", "at the same moment the workers read neighbours", false);
    canvas.text({20, 178}, "a number: the worker that reads this element; filled: its first step",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

void draw_race(Canvas& canvas)
{
    constexpr double left = 128;
    constexpr double step = 85;
    constexpr double box_width = 76;
    constexpr double top = 34;
    constexpr double memory = 142;
    constexpr double bottom = 250;
    const auto x_of = [](int when) { return left + when * step; };
    const auto action = [&](int when, double y, std::string_view words, Colour soft, Colour edge) {
        canvas.card({x_of(when), y - 20, box_width, 40}, words, {.fill = soft, .stroke = edge, .radius = 7},
                    {.size = 16});
    };
    const auto name = [&](double y, std::string_view words, Colour colour) {
        canvas.text({4, y}, words, {.size = 16, .colour = colour, .align = Align::start, .bold = true});
    };

    name(top, "work-item 0\nfinds 3", Colour::accent);
    name(memory, "minimum\nin memory", Colour::ink);
    name(bottom, "work-item 1\nfinds 5", Colour::accent2);
    for (const double y : {top, bottom}) canvas.line({left, y}, {636, y}, {.colour = Colour::line});

    action(0, top, "read 9", Colour::accent_soft, Colour::accent);
    action(2, top, "3 < 9?", Colour::accent_soft, Colour::accent);
    action(3, top, "write 3", Colour::accent_soft, Colour::accent);
    action(1, bottom, "read 9", Colour::accent2_soft, Colour::accent2);
    action(3, bottom, "5 < 9?", Colour::accent2_soft, Colour::accent2);
    action(4, bottom, "write 5", Colour::accent2_soft, Colour::accent2);

    const auto value = [&](double from, double to, std::string_view words, Colour fill, Colour ink) {
        canvas.card({from, memory - 22, to - from, 44}, words, {.fill = fill, .stroke = Colour::line},
                    {.size = 20, .colour = ink, .bold = true});
    };
    const double three = x_of(3) + box_width / 2;
    const double five = x_of(4) + box_width / 2;
    value(left, three, "9", Colour::paper, Colour::ink);
    value(three, five, "3", Colour::paper, Colour::ink);
    value(five, 636, "5", Colour::bad_soft, Colour::bad);

    const auto middle = [&](int when) { return x_of(when) + box_width / 2; };
    canvas.arrow({{middle(0), memory - 22}, {middle(0), top + 22}}, {.colour = Colour::accent});
    canvas.arrow({{middle(3), top + 20}, {middle(3), memory - 24}}, {.colour = Colour::accent});
    canvas.arrow({{middle(1), memory + 22}, {middle(1), bottom - 22}}, {.colour = Colour::accent2});
    canvas.arrow({{middle(4), bottom - 20}, {middle(4), memory + 24}}, {.colour = Colour::accent2});
    canvas.text({636, memory - 42}, "the 3 is lost",
                {.colour = Colour::bad, .align = Align::end, .bold = true});

    canvas.arrow({{left, 298}, {636, 298}}, {.colour = Colour::muted});
    canvas.text({left - 8, 298}, "time", {.size = 15, .colour = Colour::muted, .align = Align::end});
}

const Register bakery(
    {"bakery", 640, 374, "Baking a cake as a graph of tasks",
     "Seven tasks with their minutes. Buying the ingredients comes before mixing and before making the "
     "icing; mixing and preheating come before baking; then cooling; cooling and icing come before "
     "decorating. The critical path is buy, mix, bake, cool, decorate.",
     draw_bakery});
const Register strip_mining(
    {"strip-mining", 640, 596, "Sixteen iterations of a loop on four kinds of workers",
     "Columns are the sixteen elements, rows are time steps, colours are workers. One thread takes "
     "sixteen steps; four threads with a strip of four elements each take four steps; one thread "
     "with SIMD instructions of width four takes four steps; sixteen work-items take one step.",
     draw_strip_mining});
const Register
    strides({"01-strides", 640, 192, "Sixteen elements for four workers, in strips and by a grid stride",
             "In strips worker 0 has elements 0 to 3, and at the first step elements 0, 4, 8 and 12 are "
             "read. By a grid "
             "stride worker 0 has elements 0, 4, 8 and 12, and at the first step elements 0 to 3 are read.",
             draw_strides});
const Register race(
    {"race", 640, 312, "Two work-items lose a minimum",
     "Both work-items read the minimum 9 from memory. Work-item 0 compares its 3 and writes 3. Work-item 1, "
     "which still believes the minimum is 9, compares its 5 and writes 5 over the 3.",
     draw_race});

} // namespace of_01_parallelism
} // namespace figures
