/// Chapter 19: eight elements scanned in three steps, and with half the additions up and down a tree.
#include "figure.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_19_steps
{

constexpr int elements = 8;
constexpr double cell_width = 57;
constexpr double cell_height = 34;
constexpr double left = 172;
constexpr std::array<int, elements> input{3, 1, 7, 0, 4, 1, 6, 3};

using Row = std::vector<int>;

Rect cell_at(double y, int i)
{
    return {left + i * cell_width + 4, y, cell_width - 8, cell_height};
}

/// One addition: what stands in `from` goes to `to`, a row further down.
struct Addition
{
    int from;
    int to;
};

/// The values of a row; those that the step has changed are filled, and finished ones are green.
void draw_row(Canvas& canvas, double y, std::string_view label, const Row& row,
              const std::vector<bool>& changed, const std::vector<bool>& finished)
{
    canvas.text({left - 14, y + cell_height / 2}, label,
                {.size = 16, .colour = Colour::muted, .align = Align::end});
    for (int i = 0; i < elements; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const Colour fill =
            changed[at] ? (finished[at] ? Colour::good_soft : Colour::accent_soft) : Colour::surface;
        const Colour stroke = finished[at] ? Colour::good : changed[at] ? Colour::accent : Colour::line;
        canvas.box(cell_at(y, i), {.fill = fill, .stroke = stroke, .width = 1.5, .radius = 4});
        canvas.text(cell_at(y, i).centre(), fmt::format("{}", row[at]),
                    {.size = 17, .bold = finished[at] || changed[at]});
    }
}

/// Draws a step from the row at `y` to the one at `y + gap`, and makes it.
void make_step(Canvas& canvas, double y, double gap, Row& row, const std::vector<Addition>& additions,
               bool keeps_visible)
{
    const Row before = row;
    const double top = y + cell_height + 1;
    const double bottom = y + gap - 2;
    for (int i = 0; keeps_visible && i < elements; ++i)
        canvas.line({cell_at(y, i).centre().x, top}, {cell_at(y, i).centre().x, bottom},
                    {.colour = Colour::line, .width = 1.5});
    for (const auto& [from, to] : additions) {
        canvas.line({cell_at(y, to).centre().x, top}, {cell_at(y, to).centre().x, bottom},
                    {.colour = Colour::line, .width = 1.5});
        canvas.arrow({{cell_at(y, from).centre().x, top}, {cell_at(y, to).centre().x - 5, bottom}},
                     {.colour = Colour::accent, .width = 1.75});
        row[static_cast<std::size_t>(to)] += before[static_cast<std::size_t>(from)];
    }
}

std::vector<bool> targets_of(const std::vector<Addition>& additions)
{
    std::vector<bool> changed(elements, false);
    for (const Addition& addition : additions) changed[static_cast<std::size_t>(addition.to)] = true;
    return changed;
}

void draw_hillis_steele(Canvas& canvas)
{
    constexpr double gap = 88;
    Row row(input.begin(), input.end());
    const std::vector<bool> none(elements, false);
    draw_row(canvas, 10, "input", row, none, {true, false, false, false, false, false, false, false});
    double y = 10;
    for (int distance = 1; distance < elements; distance *= 2) {
        std::vector<Addition> additions;
        for (int i = distance; i < elements; ++i) additions.push_back({i - distance, i});
        make_step(canvas, y, gap, row, additions, true);
        y += gap;
        std::vector<bool> finished(elements, false);
        for (int i = 0; i < 2 * distance; ++i) finished[static_cast<std::size_t>(i)] = true;
        draw_row(canvas, y, fmt::format("distance {}", distance), row, targets_of(additions), finished);
    }
    canvas.text({left + elements * cell_width / 2, y + cell_height + 24},
                "7 + 6 + 4 = 17 additions; green: finished", {.size = 16, .colour = Colour::muted});
}

void draw_work_efficient(Canvas& canvas)
{
    constexpr double gap = 68;
    const std::vector<std::pair<std::string, std::vector<Addition>>> steps{
        {"up, distance 1", {{0, 1}, {2, 3}, {4, 5}, {6, 7}}},
        {"up, distance 2", {{1, 3}, {5, 7}}},
        {"up, distance 4", {{3, 7}}},
        {"down, distance 2", {{3, 5}}},
        {"down, distance 1", {{1, 2}, {3, 4}, {5, 6}}},
    };
    Row row(input.begin(), input.end());
    std::vector<bool> finished(elements, false);
    finished[0] = true;
    double y = 10;
    draw_row(canvas, y, "input", row, std::vector<bool>(elements, false), finished);
    for (const auto& [label, additions] : steps) {
        make_step(canvas, y, gap, row, additions, false);
        y += gap;
        // A place is finished when it holds the sum of everything up to it.
        int sum = 0;
        for (std::size_t i = 0; i < elements; ++i) finished[i] = row[i] == (sum += input.at(i));
        draw_row(canvas, y, label, row, targets_of(additions), finished);
    }
    canvas.text({left + elements * cell_width / 2, y + cell_height + 24},
                "4 + 2 + 1 + 1 + 3 = 11 additions; green: finished", {.size = 16, .colour = Colour::muted});
}

const Register hillis_steele(
    {"19-hillis-steele", 640, 348, "Hillis and Steele's scan of eight elements in three steps",
     "With distance 1 every element adds its left neighbour, with distance 2 the one two places to the left, "
     "with "
     "distance 4 the one four places to the left. After each step twice as many results are finished.",
     draw_hillis_steele});
const Register work_efficient({"19-work-efficient", 640, 424,
                               "A work-efficient scan of eight elements, up and down a tree",
                               "Going up, every second, then every fourth, then every eighth element takes "
                               "in the sum to its left. Going down, "
                               "the finished sums are added to those half as long to their right. Eleven "
                               "additions instead of seventeen.",
                               draw_work_efficient});

} // namespace of_19_steps
} // namespace figures
