/// Chapter 21: a strip of a and a panel of b, the block of registers between them, and how a panel is packed.
#include "figure.hpp"

namespace figures
{
namespace of_21_panels
{

void draw_panels(Canvas& canvas)
{
    canvas.heading({8, 14}, "On a CPU", "8 rows of a, 48 columns of b, 24 registers of sums");
    const Rect a{20, 190, 190, 150}, b{240, 56, 190, 120}, c{240, 190, 190, 150};
    canvas.box(a, {.fill = Colour::paper, .stroke = Colour::line});
    canvas.box(b, {.fill = Colour::paper, .stroke = Colour::line});
    canvas.box(c, {.fill = Colour::paper, .stroke = Colour::line});
    canvas.text({a.x + 12, a.bottom() - 14}, "a", {.size = 16, .bold = true});
    canvas.text({b.x + 12, b.bottom() - 14}, "b", {.size = 16, .bold = true});
    canvas.text({c.x + 12, c.bottom() - 14}, "c", {.size = 16, .bold = true});
    const Rect strip{a.x, 228, a.width, 22}, panel{300, b.y, 50, b.height}, block{300, 228, 50, 22};
    canvas.box(strip, {.fill = Colour::accent_soft, .stroke = Colour::accent});
    canvas.label(strip, "a strip: 8 rows", {.size = 14});
    canvas.box(panel, {.fill = Colour::violet_soft, .stroke = Colour::violet});
    canvas.text({panel.centre().x, panel.centre().y}, "a panel", {.size = 14, .turn = -90});
    canvas.box(block, {.fill = Colour::good, .stroke = Colour::good});
    canvas.arrow({{325, 256}, {325, 330}}, {.colour = Colour::good});
    canvas.text({334, 294}, "next strip", {.size = 14, .align = Align::start});

    canvas.text({470, 70}, "In b", {.size = 15, .align = Align::start, .bold = true});
    for (int row = 0; row < 4; ++row) {
        canvas.box({470, 84 + 17.0 * row, 150, 13},
                   {.fill = Colour::paper, .stroke = Colour::line, .width = 1});
        canvas.box({516, 84 + 17.0 * row, 40, 13},
                   {.fill = Colour::violet_soft, .stroke = Colour::violet, .width = 1});
    }
    canvas.text({470, 166}, "a row apart", {.size = 14, .align = Align::start});
    canvas.text({470, 214}, "Packed", {.size = 15, .align = Align::start, .bold = true});
    for (int row = 0; row < 4; ++row)
        canvas.box({470 + 38.0 * row, 228, 36, 13},
                   {.fill = Colour::violet_soft, .stroke = Colour::violet, .width = 1});
    canvas.text({470, 256}, "one behind the other", {.size = 14, .align = Align::start});
}

const Register panels(
    {"21-panels", 640, 360, "A strip of a, a panel of b, and the block of registers",
     "A strip is eight rows of a, a panel is 48 columns of b. Where they cross, c has 8 by 48 results, which "
     "are "
     "24 registers of 16 floats. The work-item goes on to the next strip with the same panel. In b the rows "
     "of a panel lie a whole row of the matrix apart; packed, they follow each other.",
     draw_panels});

} // namespace of_21_panels
} // namespace figures
