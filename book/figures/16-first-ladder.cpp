/// Chapter 16: the table of all products, and what a work-item holds in its registers.
#include "figure.hpp"

#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_16_first_ladder
{

constexpr int items = 8;
constexpr int rows = 6;
constexpr double cell = 44;
constexpr Point table{84, 128};
constexpr int chosen_item = 5;
constexpr int chosen_row = 2;

Rect at(int column, int row)
{
    return cell_rect(table, column, row, cell, cell);
}

void number(Canvas& canvas, const Rect& rect, std::string_view words, Colour fill, Colour colour)
{
    canvas.box(rect.inset(2), {.fill = fill, .stroke = colour, .width = 1.5, .radius = 4});
    canvas.text(rect.centre(), words, {.size = 16, .colour = colour, .bold = true});
}

void draw_products(Canvas& canvas)
{
    const Type note{.size = 15, .colour = Colour::muted};
    canvas.text({table.x + items * cell / 2, 14}, "a work-item for each column", {.size = 17, .bold = true});
    for (int x = 0; x < items; ++x) {
        canvas.circle(
            {at(x, 0).centre().x, 44}, 12,
            {.fill = x == chosen_item ? Colour::accent : Colour::accent_soft, .stroke = Colour::accent});
        canvas.text(
            {at(x, 0).centre().x, 44}, fmt::format("{}", x),
            {.size = 14, .colour = x == chosen_item ? Colour::on_solid : Colour::accent, .bold = true});
        Rect a = at(x, -1);
        a.y -= 12;
        number(canvas, a, fmt::format("a{}", x), Colour::accent_soft, Colour::accent);
        Rect c = at(x, rows);
        c.y += 12;
        number(canvas, c, fmt::format("c{}", x), Colour::good_soft, Colour::good);
    }
    for (int y = 0; y < rows; ++y) {
        Rect b = at(-1, y);
        b.x -= 12;
        number(canvas, b, fmt::format("b{}", y), Colour::accent2_soft, Colour::accent2);
    }
    canvas.grid(table, items, rows, cell, cell,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 1});
    for (int y = 0; y < rows; ++y) {
        const Rect row = at(chosen_item, y);
        canvas.box(row.inset(1), {.fill = Colour::accent_soft});
    }
    for (int x = 0; x < items; ++x)
        if (x != chosen_item) canvas.box(at(x, chosen_row).inset(1), {.fill = Colour::accent2_soft});
    for (int x = 0; x < items; ++x)
        for (int y = 0; y < rows; ++y) {
            const bool meet = x == chosen_item && y == chosen_row;
            if (meet) canvas.box(at(x, y).inset(1), {.fill = Colour::accent});
            const Colour colour = meet               ? Colour::on_solid
                                  : x == chosen_item ? Colour::accent
                                  : y == chosen_row  ? Colour::accent2
                                                     : Colour::muted;
            canvas.text(at(x, y).centre(), "×", {.size = 18, .colour = colour, .bold = meet});
        }
    const Rect last = at(chosen_item, rows - 1);
    canvas.arrow({{last.centre().x, last.bottom() - 10}, {last.centre().x, last.bottom() + 13}},
                 {.colour = Colour::accent, .width = 2.5});

    const double right = table.x + items * cell + 18;
    const auto say = [&](double y, Colour colour, std::string_view label, std::string_view words) {
        canvas.text({right, y}, label, {.size = 16, .colour = colour, .align = Align::start, .bold = true});
        canvas.text({right, y + 34}, words, {.size = 15, .colour = Colour::muted, .align = Align::start});
    };
    say(at(0, -1).y, Colour::accent, "one column", "one a, kept in a\nregister; one result");
    say(at(0, chosen_row).y + 6, Colour::accent2, "one row", "one b, read by\nall work-items");
    say(at(0, rows - 1).y + 12, Colour::good, "down the column", "multiply, add to\nthe sum, next b");
    canvas.text({table.x + items * cell / 2, at(0, rows).bottom() + 36},
                "Every b is read as often as there are work-items.", note);
}

/// A work-item as a panel with its registers; beside it, the reads of b for four products.
void draw_item(Canvas& canvas, double top, int results)
{
    constexpr double width = 46;
    constexpr double height = 34;
    constexpr double left = 190;
    const auto slot = [&](int i, double line) {
        return Rect{left + 68 + i * (width + 6), top + 48 + line * (height + 12), width, height};
    };
    canvas.panel({left, top, 446, 192}, results == 1 ? "One result" : fmt::format("{} results", results),
                 fmt::format("{} registers a work-item", 2 * results + 1));
    const Type name{.size = 15, .colour = Colour::muted, .align = Align::end};
    canvas.text({left + 58, slot(0, 0).centre().y}, "a", name);
    canvas.text({left + 58, slot(0, 2).centre().y}, "sums", name);
    const double middle = (slot(0, 1).x + slot(results - 1, 1).right()) / 2;
    const Rect b{middle - width / 2, slot(0, 1).y, width, height};
    for (int r = 0; r < results; ++r) {
        number(canvas, slot(r, 0), fmt::format("a{}", r), Colour::accent_soft, Colour::accent);
        number(canvas, slot(r, 2), fmt::format("c{}", r), Colour::good_soft, Colour::good);
        canvas.line({middle, b.bottom() - 2}, {slot(r, 2).centre().x, slot(r, 2).y + 1},
                    {.colour = Colour::accent2, .width = 2});
    }
    number(canvas, b, "b", Colour::accent2_soft, Colour::accent2);
    canvas.text({left + 358, slot(0, 1).centre().y},
                results == 1 ? "1 read for\n1 multiply-add"
                             : fmt::format("1 read for\n{} multiply-adds", results),
                {.size = 16, .colour = results == 1 ? Colour::bad : Colour::good, .bold = true});

    constexpr double column = 12;
    canvas.text({column, top + 40}, "four products\nneed",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    const int reads = 4 / results;
    for (int i = 0; i < reads; ++i) {
        const Rect read{column + i * 38.0, slot(0, 1).y, 34, height};
        canvas.box(read, {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4});
        canvas.text(read.centre(), "b", {.size = 16, .colour = Colour::accent2, .bold = true});
    }
    canvas.text({column, slot(0, 2).centre().y}, reads == 1 ? "1 read" : fmt::format("{} reads", reads),
                {.size = 17, .align = Align::start, .bold = true});
    canvas.arrow({{column + reads * 38.0, slot(0, 1).centre().y}, {b.x - 4, slot(0, 1).centre().y}},
                 {.colour = Colour::accent2, .width = 2});
}

void draw_registers(Canvas& canvas)
{
    draw_item(canvas, 4, 1);
    draw_item(canvas, 208, 4);
}

const Register
    products({"16-products", 640, 486, "The table of all products, with a column for each work-item",
              "Eight work-items have a column each, with one a on top and one result at the foot. Every "
              "row belongs to one b, which all work-items read. A work-item goes down its column, "
              "multiplies and adds.",
              draw_products});
const Register
    registers({"16-registers", 640, 404, "Registers of a work-item with one result and with four",
               "A work-item with one result holds one a and one sum, and reads a b for each product. With "
               "four results it holds four a and four sums, and each b that it reads serves four products.",
               draw_registers});

} // namespace of_16_first_ladder
} // namespace figures
