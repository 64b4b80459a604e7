/// Chapter @chapter@: TO WRITE what these figures show.
#include "figure.hpp"

#include <fmt/format.h>

namespace figures
{
namespace of_@chapter@_@name@
{

// Four work-items and the elements that they read. Colours are the palette's, so that they follow a page into dark mode:
// accent for what matters, muted for what stands beside it. A label that does not fit its box is an error.
void draw_@name@(Canvas& canvas)
{
    constexpr double width = 120;
    constexpr double distance = 160;
    for (int i = 0; i < 4; ++i) {
        const double x = 20 + i * distance;
        canvas.card({x, 20, width, 48}, fmt::format("work-item {}", i),
                    {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 2, .radius = 8}, {.size = 16});
        canvas.arrow({{x + width / 2, 68}, {x + width / 2, 130}}, {.colour = Colour::accent, .width = 2.25});
        canvas.card({x, 132, width, 48}, fmt::format("x[{}]", i),
                    {.fill = Colour::paper, .stroke = Colour::line, .radius = 3}, {.size = 16, .mono = true});
    }
}

const Register @name@({"@slug@", 640, 200, "TO WRITE: the title, which a screen reader says first",
                       "TO WRITE: what the picture shows, in full sentences, for who does not see it.", draw_@name@});

} // namespace of_@chapter@_@name@
} // namespace figures
