/// Chapter 21: reads from local memory for each multiplication, for one result, eight in a column, and eight by eight.
#include "figure.hpp"

namespace figures
{
namespace of_21_blocks
{

constexpr double cell = 17;

/// A block of results, the elements of a at its left and those of b above it.
void draw_block(Canvas& canvas, Point origin, int columns, int rows, const char* name, const char* reads,
                const char* part)
{
    canvas.text({origin.x, 74}, name, {.size = 16, .align = Align::start, .bold = true});
    for (int row = 0; row < rows; ++row)
        canvas.box(cell_rect({origin.x, origin.y + cell + 8}, 0, row, cell, cell).inset(1),
                   {.fill = Colour::accent});
    for (int column = 0; column < columns; ++column)
        canvas.box(cell_rect({origin.x + cell + 8, origin.y}, column, 0, cell, cell).inset(1),
                   {.fill = Colour::violet});
    canvas.grid({origin.x + cell + 8, origin.y + cell + 8}, columns, rows, cell, cell,
                {.fill = Colour::good_soft, .stroke = Colour::good, .width = 1});
    canvas.text({origin.x, 302}, reads, {.size = 15, .align = Align::start});
    canvas.text({origin.x, 324}, part, {.size = 15, .align = Align::start, .bold = true});
}

void draw_blocks(Canvas& canvas)
{
    canvas.heading({8, 14}, "One k", "what a work-item reads from the tiles, and what it multiplies");
    draw_block(canvas, {20, 100}, 1, 1, "tile", "2 reads, 1 product", "2 for each");
    draw_block(canvas, {230, 100}, 1, 8, "strip", "9 reads, 8 products", "1.1 for each");
    draw_block(canvas, {430, 100}, 8, 8, "block", "16 reads, 64 products", "0.25 for each");
    canvas.box({20, 352, 14, 14}, {.fill = Colour::accent});
    canvas.text({42, 359}, "of a", {.size = 15, .align = Align::start});
    canvas.box({110, 352, 14, 14}, {.fill = Colour::violet});
    canvas.text({132, 359}, "of b", {.size = 15, .align = Align::start});
    canvas.box({200, 352, 14, 14}, {.fill = Colour::good_soft, .stroke = Colour::good, .width = 1});
    canvas.text({222, 359}, "sums in registers", {.size = 15, .align = Align::start});
}

const Register blocks(
    {"21-blocks", 640, 380, "Reads and products of a work-item for one k",
     "With one result, two reads serve one product. With eight results in a column, nine reads serve eight "
     "products. With eight by eight results, sixteen reads serve sixty-four products.",
     draw_blocks});

} // namespace of_21_blocks
} // namespace figures
