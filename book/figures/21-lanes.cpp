/// Chapter 21: a tile of 128 × 128, the part of 32 neighbours in it, and the four quads of one work-item.
#include "figure.hpp"

namespace figures
{
namespace of_21_lanes
{

constexpr double tile = 240;

void draw_lanes(Canvas& canvas)
{
    const Point whole{20, 70}, part{330, 70};
    canvas.heading({8, 14}, "A tile of c", "128 × 128 results of 256 work-items");
    canvas.grid(whole, 2, 4, tile / 2, tile / 4,
                {.fill = Colour::paper, .stroke = Colour::muted, .width = 1.5});
    const Rect mine{whole.x, whole.y + tile / 4, tile / 2, tile / 4};
    canvas.box(mine, {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 2});
    canvas.label(mine, "32 neighbours", {.size = 15});
    canvas.text({whole.x + tile / 2, whole.y + tile + 20}, "8 parts of 64 × 32", {.size = 15});
    canvas.line({mine.right(), mine.y}, {part.x, part.y}, {.colour = Colour::accent, .dash = "4 4"});
    canvas.line({mine.right(), mine.bottom()}, {part.x, part.y + 136},
                {.colour = Colour::accent, .dash = "4 4"});

    constexpr double quad = 17;
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 16; ++column) {
            const bool is_shown = row % 4 == 1 && column % 8 == 2;
            canvas.box(
                cell_rect(part, column, row, quad, quad),
                {.fill = is_shown ? Colour::good : Colour::accent_soft, .stroke = Colour::paper, .width = 1});
        }
    canvas.line({part.x + 8 * quad, part.y - 6}, {part.x + 8 * quad, part.y + 8 * quad + 6},
                {.colour = Colour::ink});
    canvas.line({part.x - 6, part.y + 4 * quad}, {part.x + 16 * quad + 6, part.y + 4 * quad},
                {.colour = Colour::ink});
    canvas.text({part.x, part.y + 8 * quad + 28}, "A square is a quad of 4 × 4 results.",
                {.size = 15, .align = Align::start});
    canvas.text({part.x, part.y + 8 * quad + 50}, "Work-item 10 has the green ones.",
                {.size = 15, .colour = Colour::good, .align = Align::start, .bold = true});
    canvas.text({part.x, part.y + 8 * quad + 72}, "Eight neighbours read 32 floats of b",
                {.size = 15, .align = Align::start});
    canvas.text({part.x, part.y + 8 * quad + 94}, "that lie side by side.",
                {.size = 15, .align = Align::start});
}

const Register lanes(
    {"21-lanes", 640, 360, "A tile, the part of 32 neighbours, and the quads of one work-item",
     "A tile of 128 by 128 results is made of eight parts, 64 wide and 32 high, of 32 neighbours each. In a "
     "part neighbours stand in four rows of eight. Each has four quads of 4 by 4 results, one in each "
     "quarter of the part.",
     draw_lanes});

} // namespace of_21_lanes
} // namespace figures
