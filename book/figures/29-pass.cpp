/// Chapter 29: a pass of a radix sort over three tiles, from counts to places.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_29_pass
{

constexpr double label_size = 16; // 10 CSS pixels on a phone, in figures of this width
constexpr double figure_width = 600;
constexpr Type quiet{.size = label_size, .colour = Colour::muted};

/// Of each tile, one row each, where its keys of each digit begin: digit by digit, in a digit tile by tile.
std::vector<std::vector<std::size_t>> begins_of(const std::vector<std::vector<std::size_t>>& counts)
{
    std::vector<std::vector<std::size_t>> begins = counts;
    std::size_t begin = 0;
    for (std::size_t digit = 0; digit < counts.front().size(); ++digit)
        for (std::size_t tile = 0; tile < counts.size(); ++tile) {
            begins[tile][digit] = begin;
            begin += counts[tile][digit];
        }
    return begins;
}

/// The second pass over keys of two digits, which the first has put in the order of their last digits.
class Pass
{
public:
    explicit Pass(Canvas& canvas) : canvas_(canvas)
    {
        std::ranges::stable_sort(keys_, {}, [](std::size_t key) { return key % base; });
    }

    void draw()
    {
        canvas_.text({left, 16}, "Second pass: by the first of two digits, to base 4",
                     {.size = label_size, .align = Align::start, .bold = true});
        std::vector<std::vector<std::size_t>> counts(tiles, std::vector<std::size_t>(base));
        for (std::size_t i = 0; i < keys_.size(); ++i) ++counts[i / tile][keys_[i] / base];
        const std::vector<std::vector<std::size_t>> begins = begins_of(counts);
        name_row(keys_in + height / 2, "keys in");
        name_row(table + 11, "digit");
        name_row(table + 43, "how many");
        name_row(table + 73, "begin at");
        for (std::size_t t = 0; t < tiles; ++t) draw_tile(t, counts[t], begins[t]);
        draw_result(counts, begins);
    }

private:
    static constexpr std::size_t base = 4;
    static constexpr std::size_t tiles = 3;
    static constexpr std::size_t tile = 5; // keys
    static constexpr double left = 96;
    static constexpr double cell = 31;
    static constexpr double tile_gap = 14;
    static constexpr double digit_gap = 9;
    static constexpr double height = 34;
    static constexpr double keys_in = 58;
    static constexpr double table = 106;
    static constexpr double keys_out = 282;
    static constexpr std::array<Colour, base> fills{Colour::accent_soft, Colour::accent2_soft,
                                                    Colour::good_soft, Colour::violet_soft};
    static constexpr std::array<Colour, base> strokes{Colour::accent, Colour::accent2, Colour::good,
                                                      Colour::violet};

    void name_row(double y, std::string_view name)
    {
        canvas_.text({left - 10, y}, name,
                     {.size = label_size, .colour = Colour::muted, .align = Align::end});
    }

    static double tile_left(std::size_t t)
    {
        return left + static_cast<double>(t) * (static_cast<double>(tile) * cell + tile_gap);
    }

    void draw_key(Point corner, std::size_t key)
    {
        const std::size_t digit = key / base;
        const Rect rect{corner.x + 1, corner.y, cell - 2, height};
        canvas_.box(rect, {.fill = fills.at(digit), .stroke = strokes.at(digit), .radius = 4});
        canvas_.text({rect.centre().x - 5.5, rect.centre().y}, fmt::format("{}", digit),
                     {.size = 18, .bold = true});
        canvas_.text({rect.centre().x + 5.5, rect.centre().y}, fmt::format("{}", key % base),
                     {.size = label_size, .colour = Colour::muted});
    }

    void draw_tile(std::size_t t, const std::vector<std::size_t>& counts,
                   const std::vector<std::size_t>& begins)
    {
        for (std::size_t i = 0; i < tile; ++i)
            draw_key({tile_left(t) + static_cast<double>(i) * cell, keys_in}, keys_[t * tile + i]);
        canvas_.text({tile_left(t) + static_cast<double>(tile) * cell / 2, 42}, fmt::format("tile {}", t),
                     quiet);
        for (std::size_t digit = 0; digit < base; ++digit) {
            const Rect column = column_of(t, digit);
            canvas_.card({column.x + 1, table - 3, column.width - 2, 28}, fmt::format("{}", digit),
                         {.fill = fills.at(digit), .stroke = strokes.at(digit), .radius = 4},
                         {.size = 18, .bold = true});
            canvas_.card({column.x, table + 28, column.width, 30}, fmt::format("{}", counts[digit]),
                         {.stroke = Colour::line}, {.size = label_size});
            canvas_.card({column.x, table + 58, column.width, 30}, fmt::format("{}", begins[digit]),
                         {.stroke = Colour::line},
                         {.size = label_size, .colour = strokes.at(digit), .bold = true});
        }
    }

    static Rect column_of(std::size_t t, std::size_t digit)
    {
        constexpr double width = static_cast<double>(tile) * cell / base;
        return {tile_left(t) + static_cast<double>(digit) * width, table, width, 88};
    }

    static double place_left(std::size_t place, std::size_t digit)
    {
        return left + static_cast<double>(place) * cell + static_cast<double>(digit) * digit_gap;
    }

    /// Where the keys of each digit of each tile go.
    void draw_result(const std::vector<std::vector<std::size_t>>& counts,
                     std::vector<std::vector<std::size_t>> next)
    {
        name_row(keys_out + height / 2, "keys out");
        name_row(keys_out + 52, "place");
        name_row(keys_out + 76, "from tile");
        for (std::size_t t = 0; t < tiles; ++t)
            for (std::size_t digit = 0; digit < base; ++digit) {
                if (counts[t][digit] == 0) continue;
                const Rect from = column_of(t, digit);
                canvas_.arrow({{from.centre().x, from.bottom() + 2},
                               {place_left(next[t][digit], digit) + cell / 2, keys_out - 3}},
                              {.colour = strokes.at(digit), .width = 1.75});
            }
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            const std::size_t digit = keys_[i] / base, place = next[i / tile][digit]++;
            const double x = place_left(place, digit);
            draw_key({x, keys_out}, keys_[i]);
            canvas_.text({x + cell / 2, keys_out + 52}, fmt::format("{}", place), quiet);
            canvas_.text({x + cell / 2, keys_out + 76}, fmt::format("{}", i / tile),
                         {.size = label_size, .colour = strokes.at(digit), .bold = true});
        }
    }

    Canvas& canvas_;
    // As they came, in digits to base 4: 23 10 31 02 21 33 10 01 32 20 13 22 03 21 12.
    std::vector<std::size_t> keys_{11, 4, 13, 2, 9, 15, 4, 1, 14, 8, 7, 10, 3, 9, 6};
};

void draw_pass(Canvas& canvas)
{
    Pass(canvas).draw();
}

const Register pass(
    {"29-pass", figure_width, 374, "A pass of a radix sort over fifteen keys in three tiles",
     "Each tile of five keys counts how often each of four digits occurs. Where the keys of a digit begin is "
     "counted digit by digit, in a digit tile by tile: digit 0 of tile 0 begins at place 0, and digit 3 of "
     "tile 2 comes last. In the result, keys of one digit are in the order of their tiles, and in a tile in "
     "the order in which they came; so the order of the last digits is kept, and all keys are in order.",
     draw_pass});

} // namespace of_29_pass
} // namespace figures
