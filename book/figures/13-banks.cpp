/// Chapter 13: words over the banks of local memory, and two ways to spread a column over them.
#include "figure.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_13_banks
{

constexpr int bank_count = 32;

/// One request: the word that each of 32 work-items reads, and what is said of it.
struct Request
{
    std::string_view name;
    std::string_view note;
    std::string_view verdict;
    bool conflict;
    std::function<int(int)> word_of;
};

void draw_request(Canvas& canvas, double top, const Request& request)
{
    constexpr int rows = 3;
    constexpr double cell_width = 18;
    constexpr double cell_height = 18;
    constexpr double left = 54;
    const Point grid{left, top + 70};
    canvas.heading({8, top + 10}, request.name, request.note);
    canvas.text({left + bank_count * cell_width, top + 10}, request.verdict,
                {.size = 17,
                 .colour = request.conflict ? Colour::bad : Colour::good,
                 .align = Align::end,
                 .bold = true});

    canvas.grid(grid, bank_count, rows, cell_width, cell_height,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    for (int row = 0; row < rows; ++row)
        canvas.text({left - 8, grid.y + (row + 0.5) * cell_height}, fmt::format("{}", row * bank_count),
                    {.size = 14, .colour = Colour::muted, .align = Align::end});
    for (int i = 0; i < bank_count; ++i) {
        const int word = request.word_of(i);
        const bool clash = request.conflict && word % bank_count == 4;
        const Colour colour = clash ? Colour::bad : Colour::accent;
        const Rect cell =
            cell_rect(grid, word % bank_count, word / bank_count, cell_width, cell_height).inset(1.5);
        canvas.box(cell, {.fill = colour, .radius = 2});
    }
    for (int i = 0; i < bank_count; ++i) {
        const int word = request.word_of(i);
        const bool clash = request.conflict && word % bank_count == 4;
        const Colour colour = clash ? Colour::bad : Colour::accent;
        const Point item{left + (i + 0.5) * cell_width, top + 34};
        const Point to{left + (word % bank_count + 0.5) * cell_width, grid.y - 1};
        canvas.line({item.x, item.y + 5}, to, {.colour = colour, .width = clash ? 2.0 : 1.25});
        canvas.circle(item, 5, {.fill = colour});
    }
}

void draw_banks(Canvas& canvas)
{
    constexpr double step = 152;
    const std::array requests{
        Request{"Neighbours", "work-item i reads word i", "1 pass", false, [](int i) { return i; }},
        Request{"A conflict of three", "words 4, 36 and 68 share bank 4", "3 passes", true,
                [](int i) { return i == 9    ? 36
                                   : i == 20 ? 68
                                             : i; }},
        Request{"A broadcast", "everybody reads word 13", "1 pass", false, [](int) { return 13; }},
    };
    for (std::size_t i = 0; i < requests.size(); ++i)
        draw_request(canvas, static_cast<double>(i) * step, requests.at(i));
    const double bottom = static_cast<double>(requests.size()) * step - 8;
    const Type note{.size = 15, .colour = Colour::muted};
    canvas.text({63, bottom}, "bank 0", note);
    canvas.text({342, bottom}, "a column is a bank; a row's number is its first word", note);
    canvas.text({618, bottom}, "31", note);
}

constexpr int side = 8;
constexpr int chosen = 2;
constexpr double tile_cell = 33;

/// A word of a tile in memory; an unused one has no column.
struct Word
{
    int row;
    int column;
};

/// Memory as rows of eight banks. The words of column `chosen` are marked; `coloured` paints each column's own.
void draw_memory(Canvas& canvas, Point origin, int rows, bool coloured,
                 const std::function<Word(int)>& word_at)
{
    constexpr std::array colours{Colour::accent_soft,  Colour::bad_soft,   Colour::accent,
                                 Colour::good_soft,    Colour::line,       Colour::leaf,
                                 Colour::accent2_soft, Colour::violet_soft};
    for (int bank = 0; bank < side; ++bank)
        canvas.text({origin.x + (bank + 0.5) * tile_cell, origin.y - 12}, fmt::format("{}", bank),
                    {.size = 15, .colour = Colour::muted});
    for (int i = 0; i < rows * side; ++i) {
        const Rect cell = cell_rect(origin, i % side, i / side, tile_cell, tile_cell);
        const Word word = word_at(i);
        if (word.column >= side) {
            canvas.box(cell, {.fill = Colour::paper, .stroke = Colour::line, .width = 1});
            canvas.hatch(cell, Colour::line, 7, 1.25);
            continue;
        }
        const bool here = word.column == chosen;
        const Colour plain = coloured ? colours.at(static_cast<std::size_t>(word.column)) : Colour::surface;
        canvas.box(cell, {.fill = here ? Colour::accent : plain, .stroke = Colour::line, .width = 1});
        canvas.text(cell.centre(), fmt::format("{}{}", word.row, word.column),
                    {.size = 15, .colour = here ? Colour::on_solid : Colour::ink, .bold = here});
    }
}

constexpr Point left_tile{44, 84};
constexpr Point right_tile{370, 84};

void title(Canvas& canvas, Point tile, std::string_view name, std::string_view formula)
{
    canvas.text({tile.x, 14}, name, {.size = 17, .align = Align::start, .bold = true});
    canvas.text({tile.x, 40}, formula,
                {.size = 15, .colour = Colour::muted, .align = Align::start, .mono = true});
    canvas.text({tile.x - 8, tile.y - 12}, "bank",
                {.size = 14, .colour = Colour::muted, .align = Align::end});
}

void verdict(Canvas& canvas, Point tile, int rows, std::string_view words, Colour colour)
{
    canvas.text({tile.x, tile.y + rows * tile_cell + 20}, words,
                {.size = 16, .colour = colour, .align = Align::start, .bold = true});
}

void footnote(Canvas& canvas, double y)
{
    canvas.text({left_tile.x, y}, "12 is row 1, column 2. Drawn with 8 banks for 32.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

Word in_order(int i)
{
    return {i / side, i % side};
}

void draw_padding(Canvas& canvas)
{
    title(canvas, left_tile, "Rows of 8", "row * 8 + column");
    draw_memory(canvas, left_tile, side, false, in_order);
    verdict(canvas, left_tile, side + 1, "column 2: one bank, 8 passes", Colour::bad);
    title(canvas, right_tile, "Rows of 9", "row * 9 + column");
    draw_memory(canvas, right_tile, side + 1, false, [](int i) {
        return Word{i / (side + 1), i % (side + 1)};
    });
    verdict(canvas, right_tile, side + 1, "column 2: 8 banks, 1 pass", Colour::good);
    footnote(canvas, right_tile.y + (side + 1) * tile_cell + 48);
}

void draw_swizzle(Canvas& canvas)
{
    title(canvas, left_tile, "In order", "row * 8 + column");
    draw_memory(canvas, left_tile, side, true, in_order);
    verdict(canvas, left_tile, side, "column 2: one bank, 8 passes", Colour::bad);
    title(canvas, right_tile, "Swizzled", "row * 8 + (column ^ row)");
    draw_memory(canvas, right_tile, side, true, [](int i) {
        return Word{i / side,
                    static_cast<int>(static_cast<unsigned>(i % side) ^ static_cast<unsigned>(i / side))};
    });
    verdict(canvas, right_tile, side, "every column: 1 pass", Colour::good);
    footnote(canvas, right_tile.y + side * tile_cell + 48);
}

const Register banks(
    {"13-banks", 640, 466, "Three requests of 32 work-items to 32 banks",
     "Neighbouring words lie in different banks and take one pass. Words 4, 36 and 68 lie in bank 4 and take "
     "three passes. A word that all work-items read is broadcast in one pass.",
     draw_banks});
const Register padding({"13-padding", 640, 444,
                        "A tile of 8 by 8 over eight banks, with rows of 8 and of 9 words",
                        "With rows of 8 words, the eight elements of column 2 lie in bank 2. With a ninth, "
                        "unused word in each row they "
                        "lie in eight different banks.",
                        draw_padding});
const Register swizzle({"13-swizzle", 640, 410, "A tile of 8 by 8 over eight banks, in order and swizzled",
                        "In order, each column lies in one bank. With the column's number XOR the row's as "
                        "the place in the row, each "
                        "column and each row has one element in every bank.",
                        draw_swizzle});

} // namespace of_13_banks
} // namespace figures
