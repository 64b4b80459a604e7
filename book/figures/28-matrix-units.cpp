/// Chapter 28: who holds what of a fragment, and where the pieces of a slab's rows stand.
#include "figure.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_28_matrix_units
{

/// The lane that holds a number of an 8 × 8 square.
int lane_of(int row, int column)
{
    return row * 4 + column / 2;
}

void draw_square(Canvas& canvas, Point at, std::string_view name)
{
    constexpr double width = 34, height = 24;
    canvas.text({at.x + 4 * width, at.y - 12}, name, {.size = 15, .bold = true});
    canvas.grid(at, 4, 8, 2 * width, height,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; column += 2) {
            const int lane = lane_of(row, column);
            const Rect pair{at.x + column * width + 1.5, at.y + row * height + 1.5, 2 * width - 3,
                            height - 3};
            if (lane == 9) canvas.box(pair, {.fill = Colour::accent, .radius = 2});
            canvas.text({pair.x + pair.width / 2, pair.y + pair.height / 2}, fmt::format("{}", lane),
                        {.size = 14, .colour = lane == 9 ? Colour::on_solid : Colour::muted});
        }
}

void draw_fragment(Canvas& canvas)
{
    constexpr double step_x = 300, step_y = 240, left = 30, top = 34;
    constexpr std::array<std::string_view, 4> names{"square 0", "square 1", "square 2", "square 3"};
    for (int i = 0; i < 4; ++i) draw_square(canvas, {left + i / 2 * step_x, top + i % 2 * step_y}, names[i]);
}

const Register fragment(
    {"28-fragment", 640, 490, "A fragment of a in the registers of 32 work-items",
     "Four squares of eight by eight numbers, a cell for two. In each, two neighbouring numbers of a row "
     "belong to one "
     "lane: row 0 to lanes 0, 1, 2 and 3, row 1 to lanes 4 to 7, and so on. Lane 9 is marked: it holds "
     "numbers 2 and 3 of row 2 in every square.",
     draw_fragment});

/// Eight rows of a slab; the piece that each row has at chunk 2 is marked.
void draw_rows(Canvas& canvas, double left, std::string_view name, std::string_view verdict, Colour colour,
               bool exchanged)
{
    constexpr double width = 33, height = 26, top = 62;
    canvas.text({left, 16}, name, {.size = 16, .align = Align::start, .bold = true});
    canvas.text({left, 40}, verdict, {.size = 15, .colour = colour, .align = Align::start});
    canvas.grid({left, top}, 8, 8, width, height,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    for (int row = 0; row < 8; ++row)
        for (int place = 0; place < 8; ++place) {
            const int chunk = exchanged ? place ^ row : place;
            const Rect cell{left + place * width + 1.5, top + row * height + 1.5, width - 3, height - 3};
            if (chunk == 2) canvas.box(cell, {.fill = colour, .radius = 2});
            canvas.text({cell.x + cell.width / 2, cell.y + cell.height / 2}, fmt::format("{}", chunk),
                        {.size = 14, .colour = chunk == 2 ? Colour::on_solid : Colour::muted});
        }
    canvas.text({left + 4 * width, top + 8 * height + 18}, "four banks to a column",
                {.size = 14, .colour = Colour::muted});
}

void draw_places(Canvas& canvas)
{
    draw_rows(canvas, 12, "Pieces in order", "chunk 2: eight passes", Colour::bad, false);
    draw_rows(canvas, 340, "place(row, chunk)", "chunk 2: one pass", Colour::good, true);
}

const Register places(
    {"28-places", 640, 300, "Eight rows of a slab, and the piece that eight lanes read",
     "On the left the pieces of every row stand in the same order, so that chunk 2 of all rows lies in the "
     "same four banks: eight passes. On the right row r has its pieces in the order chunk exclusive-or r, "
     "and chunk 2 of eight rows lies in eight different groups of four banks: one pass.",
     draw_places});

/// Who works on which slab at a time, in the colour of the stage that holds it.
void draw_roles(Canvas& canvas)
{
    constexpr double left = 120, width = 62, height = 34;
    constexpr std::array colours{Colour::accent_soft, Colour::accent2_soft, Colour::good_soft};
    const auto row = [&](double y, std::string_view name, int first_slot, int slabs) {
        canvas.text({left - 12, y + height / 2}, name, {.size = 15, .align = Align::end, .bold = true});
        for (int slab = 0; slab < slabs; ++slab) {
            const Rect box{left + (first_slot + slab) * width + 2, y, width - 4, height};
            canvas.box(
                box,
                {.fill = colours[static_cast<std::size_t>(slab % 3)], .stroke = Colour::line, .radius = 4});
            canvas.text({box.x + box.width / 2, y + height / 2}, fmt::format("slab {}", slab), {.size = 14});
        }
    };
    row(30, "TMA", 0, 8);
    row(90, "consumers", 2, 6);
    for (int slab = 0; slab < 5; ++slab) {
        const double x = left + (slab + 3) * width; // slab's products end, the slab after the next two begins
        canvas.line({x, 88}, {x, 66}, {.colour = Colour::muted, .width = 1.5});
    }
    for (std::size_t stage = 0; stage < colours.size(); ++stage) {
        const double x = left + static_cast<double>(stage) * 130;
        canvas.box({x, 146, 20, 16}, {.fill = colours[stage], .stroke = Colour::line, .radius = 3});
        canvas.text({x + 28, 154}, fmt::format("stage {}", stage), {.size = 14, .align = Align::start});
    }
    canvas.text({left - 12, 154}, "held by", {.size = 14, .colour = Colour::muted, .align = Align::end});
}

const Register roles(
    {"28-roles", 640, 180, "The TMA and the consumers take turns with three stages",
     "Two rows of boxes over time. The TMA brings slab 0, 1, 2 and so on; the consumers multiply "
     "slab 0 two steps later. Slab 3 lies in the stage of slab 0 and is asked for when the products of slab "
     "0 "
     "have ended; so it goes on with slab 4 and slab 1.",
     draw_roles});

/// The bits of a number, in one bar: sign, exponent, fraction.
void bits_of(Canvas& canvas, double top, std::string_view name, int fraction)
{
    constexpr double left = 96, bit = 16, height = 30;
    canvas.text({left - 12, top + height / 2}, name, {.size = 15, .align = Align::end, .bold = true});
    canvas.box({left, top, bit, height}, {.fill = Colour::accent2_soft, .stroke = Colour::accent2});
    canvas.card({left + bit, top, 8 * bit, height}, "exponent, 8",
                {.fill = Colour::accent_soft, .stroke = Colour::accent}, {.size = 15});
    canvas.card({left + 9 * bit, top, fraction * bit, height}, fmt::format("fraction, {}", fraction),
                {.fill = Colour::good_soft, .stroke = Colour::good}, {.size = 15});
    if (fraction < 23)
        canvas.box({left + (9 + fraction) * bit, top, (23 - fraction) * bit, height},
                   {.stroke = Colour::muted, .dash = "4 4"});
}

void draw_bits(Canvas& canvas)
{
    bits_of(canvas, 8, "float", 23);
    bits_of(canvas, 52, "TF32", 10);
    bits_of(canvas, 96, "bfloat16", 7);
    canvas.text({104, 144}, "sign", {.size = 15, .colour = Colour::muted});
}

const Register bits(
    {"28-bits", 620, 158, "The bits of a float, of a TF32 and of a bfloat16",
     "Three bars of bits. All three begin with a sign and eight bits of exponent. A float has 23 bits of "
     "fraction, a TF32 keeps the first ten of them and a bfloat16 the first seven.",
     draw_bits});

} // namespace of_28_matrix_units
} // namespace figures
