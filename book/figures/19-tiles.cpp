/// Chapter 19: a scan block by block in three launches, and in one, where tiles tell each other their sums.
#include "figure.hpp"

#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_19_tiles
{

constexpr int blocks = 3;
constexpr int block = 4;
constexpr double cell_width = 44;
constexpr double cell_height = 32;
constexpr double block_gap = 26;
constexpr double left = 26;
constexpr std::array<int, std::size_t{blocks} * block> input{3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 0, 8};

double block_left(int b)
{
    return left + b * (block * cell_width + block_gap);
}

double block_middle(int b)
{
    return block_left(b) + block * cell_width / 2;
}

void draw_values(Canvas& canvas, double y, const std::vector<int>& values, Colour fill, Colour stroke)
{
    for (int i = 0; i < blocks * block; ++i) {
        const Rect cell{block_left(i / block) + i % block * cell_width, y, cell_width, cell_height};
        canvas.box(cell, {.fill = fill, .stroke = stroke, .width = 1.25});
        canvas.text(cell.centre(), fmt::format("{}", values[static_cast<std::size_t>(i)]), {.size = 17});
    }
}

void draw_blocks(Canvas& canvas)
{
    std::vector<int> values(input.begin(), input.end());
    std::vector<int> sums;
    canvas.heading({left, 14}, "Input", "three blocks");
    draw_values(canvas, 32, values, Colour::surface, Colour::line);

    canvas.heading({left, 92}, "First launch", "every block on its own, and its sum");
    for (int b = 0; b < blocks; ++b) {
        const auto first = values.begin() + b * block;
        std::partial_sum(first, first + block, first);
        sums.push_back(first[block - 1]);
    }
    draw_values(canvas, 110, values, Colour::accent_soft, Colour::accent);

    const auto sum_cell = [](int b) { return Rect{block_middle(b) - 26, 196, 52, cell_height}; };
    const auto scan_cell = [](int b) { return Rect{block_middle(b) - 26, 262, 52, cell_height}; };
    canvas.heading({left, 178}, "Second launch");
    std::vector<int> totals(blocks);
    std::partial_sum(sums.begin(), sums.end(), totals.begin());
    for (int b = 0; b < blocks; ++b) {
        const auto at = static_cast<std::size_t>(b);
        canvas.arrow({{block_left(b) + (block - 0.5) * cell_width, 143},
                      {block_left(b) + (block - 0.5) * cell_width, 212},
                      {sum_cell(b).right() + 3, 212}},
                     {.colour = Colour::accent2, .width = 1.75});
        canvas.card(sum_cell(b), fmt::format("{}", sums[at]),
                    {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4}, {.size = 17});
        for (int from = 0; from <= b; ++from)
            canvas.line({sum_cell(from).centre().x, sum_cell(from).bottom() + 1},
                        {scan_cell(b).centre().x, scan_cell(b).y - 1},
                        {.colour = Colour::accent2, .width = 1.25});
        canvas.card(scan_cell(b), fmt::format("{}", totals[at]),
                    {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4},
                    {.size = 17, .bold = true});
    }

    canvas.heading({left, 344}, "Third launch");
    for (int b = 1; b < blocks; ++b) {
        canvas.arrow(
            {{scan_cell(b - 1).right() + 1, 278}, {block_middle(b) - 60, 278}, {block_middle(b) - 60, 359}},
            {.colour = Colour::good, .width = 1.75});
        canvas.text({block_middle(b) - 40, 316}, fmt::format("+ {}", totals[static_cast<std::size_t>(b) - 1]),
                    {.size = 16, .colour = Colour::good, .align = Align::start, .bold = true});
        for (int i = 0; i < block; ++i)
            values[static_cast<std::size_t>(b * block + i)] += totals[static_cast<std::size_t>(b) - 1];
    }
    draw_values(canvas, 362, values, Colour::good_soft, Colour::good);
}

/// What a tile has told so far.
struct Tile
{
    int sum;   ///< its own; 0: not told
    int total; ///< with all before it; 0: not told
};

constexpr std::array<Tile, 9> tiles{
    {{5, 5}, {8, 13}, {4, 17}, {7, 24}, {6, 0}, {9, 0}, {3, 0}, {5, 0}, {0, 0}}};
constexpr int asking = 7;
constexpr double tile_width = 68;
constexpr double tile_top = 150;
constexpr double tile_height = 96;

Rect tile_rect(int i)
{
    return {14 + i * tile_width, tile_top, tile_width - 8, tile_height};
}

void draw_tile(Canvas& canvas, int i)
{
    const Tile& tile = tiles.at(static_cast<std::size_t>(i));
    const Rect rect = tile_rect(i);
    const bool knows = tile.total > 0;
    const bool silent = tile.sum == 0;
    const Colour fill = silent ? Colour::paper : knows ? Colour::good_soft : Colour::accent_soft;
    const Colour stroke = silent ? Colour::line : knows ? Colour::good : Colour::accent;
    canvas.box(rect, {.fill = fill, .stroke = stroke, .width = i == asking ? 3.0 : 1.5, .radius = 6});
    canvas.text({rect.centre().x, rect.y + 18}, fmt::format("tile {}", i),
                {.size = 15, .colour = Colour::muted});
    canvas.text({rect.centre().x, rect.y + 48}, silent ? "–" : fmt::format("{}", tile.sum), {.size = 19});
    canvas.text({rect.centre().x, rect.y + 76}, knows ? fmt::format("{}", tile.total) : "–",
                {.size = 19, .colour = knows ? Colour::good : Colour::muted, .bold = knows});
}

void draw_look_back(Canvas& canvas)
{
    canvas.heading({14, 14}, "Tile 7 looks back", "its own sum is published; the sum before it is wanted");
    for (int i = 0; i < static_cast<int>(tiles.size()); ++i) draw_tile(canvas, i);
    for (int at = asking; at > 3; --at) {
        const Point from{tile_rect(at).centre().x - 4, tile_top - 4};
        const Point to{tile_rect(at - 1).centre().x + 4, tile_top - 4};
        const Tile& seen = tiles.at(static_cast<std::size_t>(at) - 1);
        const bool ends = seen.total > 0;
        const Colour colour = ends ? Colour::good : Colour::accent;
        canvas.curved_arrow(from, {from.x, from.y - 44}, {to.x, to.y - 44}, to,
                            {.colour = colour, .width = 2});
        canvas.text({(from.x + to.x) / 2, tile_top - 58}, fmt::format("+ {}", ends ? seen.total : seen.sum),
                    {.size = 17, .colour = colour, .bold = true});
    }
    canvas.text({tile_rect(5).centre().x, 62}, "3 + 9 + 6 + 24 = 42 before tile 7",
                {.size = 17, .bold = true});
    const double y = tile_top + tile_height + 28;
    const auto key = [&](double x, Colour fill, Colour stroke, std::string_view words) {
        canvas.box({x, y - 10, 22, 22}, {.fill = fill, .stroke = stroke, .radius = 4});
        canvas.text({x + 30, y + 1}, words, {.size = 15, .align = Align::start});
    };
    key(14, Colour::good_soft, Colour::good, "sum so far published");
    key(222, Colour::accent_soft, Colour::accent, "own sum published");
    key(412, Colour::paper, Colour::line, "nothing yet: wait");
}

const Register blocks_figure({"19-blocks", 640, 404,
                              "A scan of twelve elements in three blocks and three launches",
                              "First every block of four is scanned and its sum noted: 11, 14 and 15. Then "
                              "the sums are scanned: 11, 25 and 40. "
                              "Then 11 is added to the second block and 25 to the third.",
                              draw_blocks});
const Register look_back_figure(
    {"19-look-back", 640, 300, "Nine tiles at one moment of a scan in one pass",
     "Tiles 0 to 3 have published their sum so far, tiles 4 to 7 only their own, tile 8 nothing. "
     "Tile 7 walks back over "
     "tiles 6, 5 and 4, adding their own sums, and ends at tile 3, whose sum so far is 24.",
     draw_look_back});

} // namespace of_19_tiles
} // namespace figures
