/// Chapter 21: what eight neighbours read for one product, if dimension 0 runs along rows and if it runs along columns.
#include "figure.hpp"

namespace figures
{
namespace of_21_mapping
{

constexpr int side = 8;
constexpr double cell = 19;

/// A matrix, some of its cells in use.
void draw_matrix(Canvas& canvas, Point origin, const char* name, const char* note,
                 bool (*is_used)(int column, int row), Colour colour)
{
    canvas.text({origin.x, origin.y - 16}, name, {.size = 16, .align = Align::start, .bold = true});
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            canvas.box(
                cell_rect(origin, column, row, cell, cell),
                {.fill = is_used(column, row) ? colour : Colour::paper, .stroke = Colour::line, .width = 1});
    canvas.text({origin.x + side * cell / 2, origin.y + side * cell + 18}, note,
                {.size = 15, .colour = colour == Colour::bad ? Colour::bad : Colour::ink});
}

bool is_row(int, int row)
{
    return row == 2;
}

bool is_column(int column, int)
{
    return column == 3;
}

bool is_one_of_a(int column, int row)
{
    return column == 3 && row == 2;
}

bool is_one_of_b(int column, int row)
{
    return column == 3 && row == 3;
}

bool is_row_of_b(int, int row)
{
    return row == 3;
}

void draw_mapping(Canvas& canvas)
{
    constexpr double a = 20, b = 240, c = 460, upper = 82, lower = 352;
    canvas.heading({8, 14}, "by_rows", "eight neighbours make a column of c");
    draw_matrix(canvas, {a, upper}, "a", "a column: 8 sectors", is_column, Colour::bad);
    draw_matrix(canvas, {b, upper}, "b", "one element", is_one_of_b, Colour::accent);
    draw_matrix(canvas, {c, upper}, "c", "a column: 8 sectors", is_column, Colour::bad);
    canvas.heading({8, lower - 68}, "by_columns", "eight neighbours make a row of c");
    draw_matrix(canvas, {a, lower}, "a", "one element", is_one_of_a, Colour::accent);
    draw_matrix(canvas, {b, lower}, "b", "a row: 1 sector", is_row_of_b, Colour::good);
    draw_matrix(canvas, {c, lower}, "c", "a row: 1 sector", is_row, Colour::good);
}

const Register mapping(
    {"21-mapping", 640, 540, "Elements that neighbours read and write, by_rows and by_columns",
     "If dimension 0 runs along the rows, eight neighbours read a column of a, one element of b, and "
     "write a column of c: eight sectors each for a and c. If it runs along the columns, they read one "
     "element of a and a row of b, and write a row of c: one sector each.",
     draw_mapping});

} // namespace of_21_mapping
} // namespace figures
