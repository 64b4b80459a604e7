/// Chapter 11: how a work-group is cut into sub-groups, and what execution masks do at a branch.
#include "figure.hpp"

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_11_masks
{

/// A sub-group's colours, by its number.
struct Tone
{
    Colour soft;
    Colour solid;
};

constexpr std::array tones{Tone{Colour::accent_soft, Colour::accent},
                           Tone{Colour::accent2_soft, Colour::accent2},
                           Tone{Colour::good_soft, Colour::good}};

constexpr int group_columns = 16;
constexpr int group_rows = 6;

/// The work-group with its cut into sub-groups of `width`, the places that stay empty hatched below it.
void draw_one_cut(Canvas& canvas, double x, int width, std::string_view maker)
{
    constexpr double cell = 17;
    constexpr double top = 62;
    constexpr int work_items = group_columns * group_rows;
    const Point origin{x, top};
    canvas.heading({x, 14}, fmt::format("sub-groups of {}", width), maker);
    canvas.text({x, 44}, "x", {.size = 15, .align = Align::start, .bold = true});
    canvas.arrow({{x + 14, 45}, {x + 70, 45}}, {.colour = Colour::ink});

    const int sub_groups = (work_items + width - 1) / width;
    for (int i = 0; i < sub_groups * width; ++i) {
        const Rect rect = cell_rect(origin, i % group_columns, i / group_columns, cell, cell).inset(1);
        const Tone& tone = tones.at(static_cast<std::size_t>(i / width));
        if (i < work_items) {
            canvas.box(rect, {.fill = tone.soft, .stroke = tone.solid, .width = 1, .radius = 3});
            continue;
        }
        canvas.box(rect, {.stroke = Colour::line, .width = 1, .radius = 3, .dash = "2 2"});
    }
    canvas.box({x - 1, top - 1, group_columns * cell + 2, group_rows * cell + 2},
               {.stroke = Colour::ink, .width = 2.25, .radius = 3});
    const int rows_each = width / group_columns;
    for (int k = 0; k < sub_groups; ++k) {
        const Tone& tone = tones.at(static_cast<std::size_t>(k));
        const double first = top + k * rows_each * cell;
        const double last = first + rows_each * cell;
        canvas.bracket({x + group_columns * cell + 5, first + 3}, {x + group_columns * cell + 5, last - 3},
                       -6, {.colour = tone.solid, .width = 2});
        canvas.text({x + group_columns * cell + 23, (first + last) / 2}, fmt::format("{}", k),
                    {.size = 16, .colour = tone.solid, .bold = true});
    }
    const int empty = sub_groups * width - work_items;
    const double below = top + sub_groups * rows_each * cell + 20;
    canvas.text({x, below},
                empty == 0 ? std::string{"every lane has a work-item"}
                           : fmt::format("{} lanes have no work-item", empty),
                {.size = 15, .colour = empty == 0 ? Colour::good : Colour::bad, .align = Align::start});
}

void draw_cut(Canvas& canvas)
{
    draw_one_cut(canvas, 6, 32, "warps");
    draw_one_cut(canvas, 332, 64, "wavefronts");
}

constexpr int lanes = 8;
constexpr std::array<bool, lanes> goes_left{true, false, true, true, false, true, false, false};

struct Step
{
    std::string_view code;
    enum class Who
    {
        all,
        left,
        right
    } who;
};

constexpr std::array steps{
    Step{"if (a[i] > 0)", Step::Who::all}, Step{"x = x * s;", Step::Who::left},
    Step{"x = x + t;", Step::Who::left},   Step{"y = y - x;", Step::Who::left},
    Step{"else", Step::Who::all},          Step{"y = y * s;", Step::Who::right},
    Step{"y = y + t;", Step::Who::right},  Step{"x = x - y;", Step::Who::right},
    Step{"b[i] = x + y;", Step::Who::all},
};

void draw_masks(Canvas& canvas)
{
    constexpr double cell = 34;
    constexpr double row_height = 32;
    constexpr double top = 64;
    constexpr Point grid{196, top};
    constexpr double mask_x = grid.x + lanes * cell + 22;
    const Type head{.size = 15, .colour = Colour::muted};

    canvas.text({8, 20}, "one step at a time", {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.text({grid.x + lanes * cell / 2, 20}, "lanes", head);
    canvas.text({mask_x + 40, 20}, "mask", head);
    for (int lane = 0; lane < lanes; ++lane)
        canvas.text({grid.x + (lane + 0.5) * cell, 46}, fmt::format("{}", lane), head);

    double y = top;
    int idle = 0;
    int issued = 0;
    for (const Step& step : steps) {
        const double indent = step.who == Step::Who::all ? 0 : 36;
        canvas.text({8 + indent, y + row_height / 2}, step.code,
                    {.size = 15, .align = Align::start, .mono = true});
        if (step.code == "else") { // no instruction: the mask is inverted
            canvas.line({grid.x, y + row_height / 2}, {grid.x + lanes * cell, y + row_height / 2},
                        {.colour = Colour::line, .dash = "3 4"});
            canvas.text({mask_x, y + row_height / 2}, "inverted", {.size = 15, .align = Align::start});
            y += row_height;
            continue;
        }
        ++issued;
        std::string mask;
        for (int lane = 0; lane < lanes; ++lane) {
            const bool left = goes_left.at(static_cast<std::size_t>(lane));
            const bool active = step.who == Step::Who::all || (step.who == Step::Who::left) == left;
            mask += active ? '1' : '0';
            idle += active ? 0 : 1;
            const Rect rect{grid.x + lane * cell + 2, y + 3, cell - 4, row_height - 6};
            const Colour fill = step.who == Step::Who::all    ? Colour::muted
                                : step.who == Step::Who::left ? Colour::accent
                                                              : Colour::accent2;
            if (active)
                canvas.box(rect, {.fill = fill, .radius = 5});
            else
                canvas.box(rect, {.fill = Colour::paper, .stroke = Colour::line, .width = 1.25, .radius = 5});
        }
        const Colour ink = step.who == Step::Who::all    ? Colour::muted
                           : step.who == Step::Who::left ? Colour::accent
                                                         : Colour::accent2;
        canvas.text({mask_x, y + row_height / 2}, mask,
                    {.size = 17, .colour = ink, .align = Align::start, .bold = true, .mono = true});
        y += row_height;
    }
    canvas.text({grid.x, y + 20},
                fmt::format("{} instructions, {} of {} places switched off", issued, idle, issued * lanes),
                {.size = 16, .align = Align::start, .bold = true});
}

const Register
    cut({"11-cut", 640, 236, "A work-group of 16 by 6 work-items, cut into sub-groups",
         "In linear order, x first. Sub-groups of 32 take two rows each, three of them in all. "
         "Sub-groups of 64 take four rows each; the second one has 32 work-items and 32 empty lanes.",
         draw_cut});
const Register
    masks({"11-masks", 640, 386, "Eight lanes run an if and an else, step by step",
           "Lanes 0, 2, 3 and 5 take the if, with the mask 10110100; the others wait. Then the mask "
           "is inverted to 01001011 and the others take the else.",
           draw_masks});

} // namespace of_11_masks
} // namespace figures
