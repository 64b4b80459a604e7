/// Chapter 20: what a naive transpose's load and store touch, and the tile that turns the corner between them.
#include "figure.hpp"

#include <fmt/format.h>

namespace figures
{
namespace of_20_corner
{

constexpr int items = 32;
constexpr int sector_words = 8;
constexpr double left = 36;
constexpr double step = 18; // from work-item to work-item

double centre_of(int item)
{
    return left + (item + 0.5) * step;
}

void draw_items(Canvas& canvas, double y, Colour colour)
{
    for (int item = 0; item < items; ++item) canvas.circle({centre_of(item), y}, 5, {.fill = colour});
}

void verdict(Canvas& canvas, double y, std::string_view words, Colour colour)
{
    canvas.text({left + items * step, y}, words,
                {.size = 17, .colour = colour, .align = Align::end, .bold = true});
}

void draw_corner(Canvas& canvas)
{
    canvas.heading({8, 12}, "The load", "along a row of in");
    verdict(canvas, 12, "4 sectors, all of them used", Colour::good);
    draw_items(canvas, 40, Colour::accent);
    constexpr double cells = 76;
    canvas.grid({left, cells}, items, 1, step, step,
                {.fill = Colour::accent_soft, .stroke = Colour::line, .width = 0.75});
    for (int item = 0; item < items; ++item)
        canvas.line({centre_of(item), 46}, {centre_of(item), cells - 2},
                    {.colour = Colour::accent, .width = 1.25});
    for (int sector = 0; sector < items / sector_words; ++sector)
        canvas.box({left + sector * sector_words * step, cells, sector_words * step, step},
                   {.stroke = Colour::accent, .width = 2.5});

    constexpr double store = 142;
    canvas.heading({8, store}, "The store", "down a column of out");
    verdict(canvas, store, "32 sectors, an eighth used", Colour::bad);
    draw_items(canvas, store + 28, Colour::bad);
    constexpr double sectors = store + 64;
    constexpr double word = 13;
    for (int item = 0; item < items; ++item) {
        const Rect sector{left + item * step + 2.5, sectors, step - 5, sector_words * word};
        canvas.line({centre_of(item), store + 34}, {centre_of(item), sectors - 2},
                    {.colour = Colour::bad, .width = 1.25});
        canvas.box(sector, {.fill = Colour::surface, .stroke = Colour::line, .width = 1});
        canvas.box({sector.x, sectors, sector.width, word}, {.fill = Colour::bad});
        canvas.box(sector, {.stroke = Colour::bad, .width = 1.5});
    }
    canvas.text({left, sectors + sector_words * word + 20},
                "Each box is a sector of 32 bytes. Rows of out run downwards here.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

constexpr int side = 8;
constexpr int chosen_row = 2;    // of `in`, brought by eight neighbours
constexpr int chosen_column = 5; // of the tile, taken away by eight neighbours
constexpr double cell = 20;
constexpr double top = 62;

void draw_square(Canvas& canvas, Point origin, int row_length, const char* name, const char* note)
{
    canvas.text({origin.x, 14}, name, {.size = 17, .align = Align::start, .bold = true});
    canvas.text({origin.x, 38}, note, {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.grid(origin, side, side, cell, cell,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    for (int row = 0; row < side && row_length > side; ++row) {
        const Rect unused = cell_rect(origin, side, row, cell, cell);
        canvas.box(unused, {.fill = Colour::paper, .stroke = Colour::line, .width = 0.75});
        canvas.hatch(unused, Colour::line, 6, 1.25);
    }
}

/// The row or the column of a square that one request takes.
void mark(Canvas& canvas, Point origin, int row, int column, Colour colour)
{
    for (int i = 0; i < side; ++i)
        canvas.box(cell_rect(origin, row < 0 ? column : i, row < 0 ? i : row, cell, cell).inset(2),
                   {.fill = colour, .radius = 2});
}

void draw_tile(Canvas& canvas)
{
    constexpr Point in{12, top}, tile{232, top}, out{468, top};
    draw_square(canvas, in, side, "in", "rows are read");
    draw_square(canvas, tile, side + 1, "the tile", "rows in, columns out");
    draw_square(canvas, out, side, "out", "rows are written");
    mark(canvas, in, chosen_row, -1, Colour::accent);
    mark(canvas, tile, -1, chosen_column, Colour::accent2);
    mark(canvas, tile, chosen_row, -1, Colour::accent);
    const Rect shared = cell_rect(tile, chosen_column, chosen_row, cell, cell).inset(2);
    canvas.box(shared, {.fill = Colour::accent2, .radius = 2});
    mark(canvas, out, chosen_column, -1, Colour::accent2);
    const double row_y = top + (chosen_row + 0.5) * cell;
    const double column_y = top + (chosen_column + 0.5) * cell;
    canvas.arrow({{in.x + side * cell + 6, row_y}, {tile.x - 6, row_y}},
                 {.colour = Colour::accent, .width = 2});
    canvas.arrow({{tile.x + (side + 1) * cell + 6, column_y}, {out.x - 6, column_y}},
                 {.colour = Colour::accent2, .width = 2});
    canvas.text({12, top + side * cell + 24},
                "The ninth word of each row is unused: it puts the words of a column",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.text({12, top + side * cell + 44}, "into different banks. Drawn with 8 for 32.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

const Register
    corner({"20-corner", 640, 344, "What a load and a store of the naive transpose touch",
            "Thirty-two work-items load 32 neighbouring floats, which lie in four sectors. They store 32 "
            "floats into 32 sectors, of each of which one eighth is used.",
            draw_corner});
const Register
    tile({"20-tile", 640, 276, "A tile in local memory turns rows into columns",
          "A row of the matrix becomes a row of the tile. A column of the tile becomes a row of the "
          "result. Each row of the tile has one unused word at its end.",
          draw_tile});

} // namespace of_20_corner
} // namespace figures
