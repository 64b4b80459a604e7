/// Chapter 22: each pair once. Which blocks meet, and the bodies of a tile of the tile.
#include "figure.hpp"

#include <fmt/format.h>

namespace figures
{
namespace of_22_rotation
{

constexpr int blocks = 8;
constexpr int items = 4;
constexpr double cell = 26;

/// A row for each block, a column for the block that it meets; what is left empty is the other block's to compute.
void draw_meetings(Canvas& canvas, Point origin)
{
    canvas.heading({origin.x, origin.y - 52}, "which blocks meet");
    for (int row = 0; row < blocks; ++row)
        for (int column = 0; column < blocks; ++column) {
            const int distance = (column - row + blocks) % blocks;
            const bool own = distance == 0;
            const bool meets = own || distance < blocks / 2 || (distance == blocks / 2 && row < blocks / 2);
            const Rect place{origin.x + column * cell, origin.y + row * cell, cell, cell};
            const Colour fill = own ? Colour::accent2 : meets ? Colour::accent_soft : Colour::paper;
            canvas.box(place, {.fill = fill, .stroke = Colour::line, .width = 1});
            if (meets && !own) canvas.label(place, fmt::format("{}", distance), {.size = 14});
        }
    canvas.text({origin.x, origin.y - 24}, "the block that is met",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    const double bottom = origin.y + blocks * cell;
    canvas.text({origin.x, bottom + 22}, "Number: distance. Dark: itself.",
                {.size = 15, .align = Align::start});
    canvas.text({origin.x, bottom + 42}, "Empty: computed by the other block.",
                {.size = 15, .align = Align::start});
}

/// A row for each step, a column for each work-item.
void draw_steps(Canvas& canvas, Point origin)
{
    constexpr double wide = 46, high = 34;
    canvas.heading({origin.x, origin.y - 52}, "the bodies of a tile");
    for (int item = 0; item < items; ++item)
        canvas.text({origin.x + 62 + (item + 0.5) * wide, origin.y - 18}, fmt::format("w{}", item),
                    {.size = 15, .bold = true});
    for (int step = 0; step < items; ++step) {
        const double y = origin.y + step * (high + 10);
        canvas.text({origin.x, y + high / 2}, fmt::format("step {}", step),
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
        for (int item = 0; item < items; ++item) {
            const int body = (item + step) % items;
            canvas.card({origin.x + 62 + item * wide, y, wide, high}, fmt::format("{}", body),
                        {.fill = body == 0 ? Colour::accent : Colour::accent_soft,
                         .stroke = Colour::line,
                         .width = 1},
                        {.size = 15, .colour = body == 0 ? Colour::on_solid : Colour::ink});
        }
        if (step + 1 < items)
            canvas.line({origin.x + 62, y + high + 5}, {origin.x + 62 + items * wide, y + high + 5},
                        {.colour = Colour::accent2, .width = 2, .dash = "5 4"});
    }
    canvas.text({origin.x, origin.y + items * (high + 10) + 18}, "Dashed: a barrier. At each step body 0",
                {.size = 15, .align = Align::start});
    canvas.text({origin.x, origin.y + items * (high + 10) + 38}, "belongs to one work-item alone.",
                {.size = 15, .align = Align::start});
}

void draw_rotation(Canvas& canvas)
{
    draw_meetings(canvas, {24, 76});
    draw_steps(canvas, {330, 76});
}

const Register
    rotation({"22-rotation", 640, 344, "Each pair once, without two adding to one sum",
              "On the left a square of eight blocks by eight. Each block meets itself and the blocks "
              "behind it at the distances 1 to 3, counted around; at the distance 4 only the first "
              "four blocks do, because the others are met by these. On the right four work-items and "
              "four steps: at each step every work-item has another body of the tile, the one that "
              "its neighbour had before, and a barrier ends the step.",
              draw_rotation});

} // namespace of_22_rotation
} // namespace figures
