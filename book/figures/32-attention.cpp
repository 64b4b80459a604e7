/// Chapter 32: the largest score so far and the sum that follows it, and the tiles of a causal mask.
#include "figure.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

namespace figures
{
namespace of_32_attention
{

constexpr double label_size = 16; // 10 CSS pixels on a phone, in figures of this width
constexpr double figure_width = 600;
constexpr Type quiet{.size = label_size, .colour = Colour::muted};
constexpr Type quiet_start{.size = label_size, .colour = Colour::muted, .align = Align::start};
constexpr Type quiet_end{.size = label_size, .colour = Colour::muted, .align = Align::end};

void draw_running(Canvas& canvas)
{
    constexpr std::array<double, 6> scores{1, 0, 3, 2, 5, 4};
    constexpr double left = 118, column = 80, width = 60, height = 32;
    constexpr double score_y = 14, largest_y = 74, sum_y = 168;
    canvas.text({left - 16, score_y + height / 2}, "score", quiet_end);
    canvas.text({left - 16, largest_y + height / 2}, "largest", quiet_end);
    canvas.text({left - 16, sum_y + height / 2}, "sum", quiet_end);
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t j = 0; j < scores.size(); ++j) {
        const double x = left + static_cast<double>(j) * column;
        const bool rises = scores.at(j) > largest;
        const double factor = j == 0 ? 1 : std::exp(largest - scores.at(j));
        if (rises) {
            sum = j == 0 ? 0 : sum * factor;
            largest = scores.at(j);
        }
        sum += std::exp(scores.at(j) - largest);
        const Shape plain{.fill = Colour::surface, .stroke = Colour::line, .radius = 4};
        const Shape higher{.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4};
        canvas.card({x, score_y, width, height}, fmt::format("{:.0f}", scores.at(j)),
                    {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4},
                    {.size = label_size});
        canvas.card({x, largest_y, width, height}, fmt::format("{:.0f}", largest), rises ? higher : plain,
                    {.size = label_size});
        canvas.card({x, sum_y, width, height}, fmt::format("{:.3f}", sum), plain, {.size = label_size});
        if (j == 0) continue;
        const double between = x - (column - width) / 2;
        if (rises)
            canvas.text({between, sum_y - 36}, fmt::format("× {:.3f}", factor),
                        {.size = label_size, .colour = Colour::accent2, .bold = true});
        canvas.arrow({{between, sum_y - 22}, {between, sum_y + height / 2 - 4}},
                     {.colour = rises ? Colour::accent2 : Colour::line});
    }
}

void draw_tiles(Canvas& canvas)
{
    constexpr int tiles = 8, own = 5;
    constexpr double cell = 34, left = 104, top = 52;
    canvas.text({left + tiles * cell / 2, 16}, "keys, in tiles", quiet);
    canvas.text({left - 14, top + tiles * cell / 2}, "queries,", quiet_end);
    canvas.text({left - 14, top + tiles * cell / 2 + 20}, "in blocks", quiet_end);
    for (int row = 0; row < tiles; ++row)
        for (int column = 0; column < tiles; ++column) {
            const Rect whole = cell_rect({left, top}, column, row, cell, cell);
            const Rect at = whole.inset(1.5);
            if (column > row) {
                canvas.box(at, {.stroke = Colour::line, .width = 1});
                canvas.hatch(at, Colour::line, 7, 1);
            } else if (column < row) {
                canvas.box(at, {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 1});
            } else {
                canvas.box(at, {.stroke = Colour::accent2, .width = 1});
                canvas.polygon({{at.x, at.y}, {at.right(), at.bottom()}, {at.x, at.bottom()}},
                               {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .width = 1});
            }
        }
    const double y = top + own * cell;
    canvas.box({left - 3, y - 3, (own + 1) * cell + 6, cell + 6},
               {.stroke = Colour::ink, .width = 2.5, .radius = 4});
    canvas.arrow({{left + 8, y + cell / 2}, {left + (own + 0.5) * cell, y + cell / 2}},
                 {.colour = Colour::ink, .width = 2});
    constexpr double words = left + tiles * cell + 22, box = 20;
    const auto legend = [&](double at, const char* first, const char* second) {
        canvas.text({words + box + 8, at + 2}, first, quiet_start);
        canvas.text({words + box + 8, at + 22}, second, quiet_start);
    };
    canvas.box({words, top, box, box}, {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 1});
    legend(top + 8, "all scores", "are needed");
    const Rect half{words, top + 72, box, box};
    canvas.box(half, {.stroke = Colour::accent2, .width = 1});
    canvas.polygon({{half.x, half.y}, {half.right(), half.bottom()}, {half.x, half.bottom()}},
                   {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .width = 1});
    legend(half.y + 8, "half of them", "are hidden");
    const Rect none{words, top + 144, box, box};
    canvas.box(none, {.stroke = Colour::line, .width = 1});
    canvas.hatch(none, Colour::line, 7, 1);
    legend(none.y + 8, "none is needed:", "skipped");
    legend(top + 224, "the way of", "one group");
    canvas.arrow({{words - 4, top + 232}, {words + box + 2, top + 232}}, {.colour = Colour::ink, .width = 2});
}

/// A fragment of 16 × 16, of which lane 9 has the marked cells.
void draw_held(Canvas& canvas, double left, const char* title, bool in_pairs)
{
    constexpr double cell = 16, top = 40;
    canvas.text({left + 8 * cell, 16}, title, {.size = label_size, .bold = true});
    canvas.grid({left, top}, 16, 16, cell, cell,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    int number = 0;
    for (const int right : {0, 8})
        for (const int down : {0, 8}) {
            const Rect pair{left + (right + 2) * cell + 1, top + (down + 2) * cell + 1, 2 * cell - 2,
                            cell - 2};
            if (in_pairs) {
                canvas.box(pair, {.fill = Colour::accent2, .radius = 2});
                canvas.text({pair.x + pair.width / 2, pair.y + pair.height / 2},
                            fmt::format("{}", number / 2), {.size = 14, .colour = Colour::on_solid});
            } else {
                for (int i = 0; i < 2; ++i) {
                    const Rect one{pair.x + i * cell, pair.y, cell - 2, cell - 2};
                    canvas.box(one, {.fill = Colour::accent, .radius = 2});
                    canvas.text({one.x + one.width / 2, one.y + one.height / 2},
                                fmt::format("{}", number + i), {.size = 14, .colour = Colour::on_solid});
                }
            }
            number += 2;
        }
    canvas.box({left, top, 16 * cell, 16 * cell}, {.stroke = Colour::muted, .width = 1});
}

void draw_factor(Canvas& canvas)
{
    draw_held(canvas, 10, "sums: eight floats", false);
    draw_held(canvas, 334, "operand: four pairs", true);
    canvas.arrow({{274, 168}, {326, 168}}, {.colour = Colour::ink, .width = 2});
    canvas.text({300, 150}, "round", quiet);
}

const Register factor(
    {"32-factor", figure_width, 304, "What lane 9 holds of a fragment of sums and of an operand",
     "Two squares of 16 by 16 numbers. In the left one, of sums, lane 9 holds numbers 2 and 3 of rows 2 and "
     "10, in the left and in the right half: eight floats, numbered 0 to 7. In the right one, of an operand, "
     "the same places are four pairs, numbered 0 to 3.",
     draw_factor});

const Register running(
    {"32-running", figure_width, 216, "The largest score so far, and a sum that follows it",
     "Six scores: 1, 0, 3, 2, 5, 4. Below each is the largest so far: 1, 1, 3, 3, 5, 5. Below that is the "
     "sum "
     "of the exponentials of the scores so far, less the largest. Where the largest rises from 1 to 3 and "
     "from 3 "
     "to "
     "5, the sum is multiplied by e to the power of minus 2, 0.135, before the new exponential, 1, is added.",
     draw_running});

const Register tiles(
    {"32-tiles", figure_width, 340, "The scores of eight blocks of queries and eight tiles of keys",
     "A square of eight by eight tiles of scores. Tiles below the diagonal are whole, those on the diagonal "
     "are needed in their lower half, and those above it are not needed at all. One group goes along a row, "
     "from the first tile to the one on the diagonal.",
     draw_tiles});

} // namespace of_32_attention
} // namespace figures
