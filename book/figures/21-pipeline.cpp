/// Chapter 21: what a group does in time, with one tile and with two.
#include "figure.hpp"

#include <string>

namespace figures
{
namespace of_21_pipeline
{

constexpr double height = 34;

void draw_step(Canvas& canvas, double x, double y, double width, const char* words, Colour colour)
{
    canvas.card({x, y, width, height}, words, {.fill = colour, .radius = 4}, {.size = 14});
}

void draw_bar(Canvas& canvas, double x, double y)
{
    canvas.line({x, y - 6}, {x, y + height + 6}, {.colour = Colour::bad, .width = 3});
}

void draw_pipeline(Canvas& canvas)
{
    canvas.heading({8, 14}, "One tile", "reading, then multiplying");
    double x = 20;
    for (const char* number : {"1", "2", "3"}) {
        const std::string k = number;
        draw_step(canvas, x, 46, 76, ("read " + k).c_str(), Colour::accent_soft);
        draw_step(canvas, x + 78, 46, 30, "put", Colour::violet_soft);
        draw_bar(canvas, x + 112, 46);
        draw_step(canvas, x + 116, 46, 80, ("multiply " + k).c_str(), Colour::good_soft);
        draw_bar(canvas, x + 200, 46);
        x += 204;
    }
    canvas.heading({8, 122}, "Two tiles", "the next one is read meanwhile");
    draw_step(canvas, 20, 154, 94, "read 1", Colour::accent_soft);
    draw_step(canvas, 116, 154, 28, "put", Colour::violet_soft);
    draw_bar(canvas, 146, 154);
    x = 150;
    for (const char* number : {"1", "2", "3"}) {
        const std::string k = number, next = std::string(1, static_cast<char>(number[0] + 1));
        draw_step(canvas, x, 196, 100, ("multiply " + k).c_str(), Colour::good_soft);
        draw_step(canvas, x, 154, 96, ("read " + next).c_str(), Colour::accent_soft);
        draw_step(canvas, x + 102, 196, 29, "put", Colour::violet_soft);
        draw_bar(canvas, x + 134, 175);
        x += 138;
    }
    canvas.line({20, 262}, {44, 262}, {.colour = Colour::bad, .width = 3});
    canvas.text({54, 262}, "barrier", {.size = 15, .align = Align::start});
    canvas.arrow({{480, 262}, {620, 262}});
    canvas.text({470, 262}, "time", {.size = 15, .align = Align::end});
}

const Register pipeline(
    {"21-pipeline", 640, 284, "Reading and multiplying with one tile and with two",
     "With one tile a group reads, puts what it has read into local memory, waits at a barrier, multiplies, "
     "and waits again. With two tiles it reads the next tile while it multiplies this one, and waits once.",
     draw_pipeline});

} // namespace of_21_pipeline
} // namespace figures
