/// Chapter 1: cutting a problem along its output or along its input.
#include "figure.hpp"

#include <array>

#include <fmt/format.h>

namespace figures
{
namespace of_01_decomposition
{

constexpr Shape plain{.fill = Colour::paper, .stroke = Colour::line, .width = 1};
constexpr Shape read{.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 1.25};
constexpr Shape written{.fill = Colour::accent, .stroke = Colour::accent, .width = 1.25};
constexpr Type small{.size = 15, .colour = Colour::muted};

void window_to_element(Canvas& canvas)
{
    constexpr double cell = 22;
    constexpr Point input{22, 72};
    constexpr Point output{184, 72};
    canvas.grid(input, 5, 5, cell, cell, plain);
    canvas.grid(output, 5, 5, cell, cell, plain);
    canvas.grid({input.x + cell, input.y + cell}, 3, 3, cell, cell, read);
    const Rect element = cell_rect(output, 2, 2, cell, cell);
    canvas.box(element, written);
    const double right = input.x + 4 * cell;
    canvas.line({right, input.y + cell}, {element.x, element.y}, {.colour = Colour::accent, .dash = "4 4"});
    canvas.line({right, input.y + 4 * cell}, {element.x, element.bottom()},
                {.colour = Colour::accent, .dash = "4 4"});
    canvas.arrow({{right + 4, element.centre().y}, {element.x - 3, element.centre().y}},
                 {.colour = Colour::accent, .width = 2.25});
    canvas.text({input.x + 55, input.y + 126}, "3 × 3 pixels", small);
    canvas.text({output.x + 55, output.y + 126}, "one pixel", small);
}

void row_times_column(Canvas& canvas)
{
    constexpr double cell = 20;
    constexpr double top = 236;
    constexpr std::array left{18.0, 120.0, 222.0};
    for (const double x : left) canvas.grid({x, top}, 4, 4, cell, cell, plain);
    for (int i = 0; i < 4; ++i) {
        canvas.box(cell_rect({left[0], top}, i, 1, cell, cell), read);
        canvas.box(cell_rect({left[1], top}, 2, i, cell, cell), read);
    }
    canvas.box(cell_rect({left[2], top}, 2, 1, cell, cell), written);
    canvas.text({left[1] - 11, top + 40}, "×", {.size = 20, .bold = true});
    canvas.text({left[2] - 11, top + 40}, "=", {.size = 20, .bold = true});
    canvas.text({left[0] + 40, top + 96}, "a row", small);
    canvas.text({left[1] + 40, top + 96}, "a column", small);
    canvas.text({left[2] + 40, top + 96}, "element", small);
}

void pixels_to_bins(Canvas& canvas)
{
    constexpr std::array values{0, 2, 0, 3, 1, 1, 3, 2};
    constexpr std::array<std::size_t, 2> colliding{4, 5};
    constexpr double left = 346;
    constexpr double cell = 34;
    constexpr double top = 92;
    constexpr double bin_top = 248;
    constexpr double bin_width = 56;
    const auto bin_x = [](int bin) { return left + bin * 72.0; };
    canvas.text({left + 4 * cell, 78}, "pixels", small);
    canvas.text({left + 4 * cell, bin_top + 84}, "bins of the histogram", small);

    std::array<int, 4> arrived{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool collides = i == colliding[0] || i == colliding[1];
        const Colour colour = collides ? Colour::bad : Colour::muted;
        const Rect rect = cell_rect({left, top}, static_cast<int>(i), 0, cell, 32);
        canvas.card(rect, fmt::format("{}", values[i]),
                    {.fill = collides ? Colour::bad_soft : Colour::accent_soft,
                     .stroke = collides ? Colour::bad : Colour::accent},
                    {.bold = true});
        const int slot = arrived.at(static_cast<std::size_t>(values[i]))++;
        const double target = bin_x(values[i]) + bin_width / 2 + (collides ? slot * 10 - 5 : slot * 24 - 12);
        canvas.arrow({{rect.centre().x, rect.bottom() + 1}, {target, bin_top - 3}},
                     {.colour = colour, .width = collides ? 2.5 : 1.5});
    }
    for (int bin = 0; bin < 4; ++bin) {
        const bool hit = bin == values[colliding[0]];
        canvas.card({bin_x(bin), bin_top, bin_width, 46}, fmt::format("{}", bin),
                    {.fill = hit ? Colour::bad_soft : Colour::paper,
                     .stroke = hit ? Colour::bad : Colour::line,
                     .width = hit ? 2.5 : 1.5,
                     .radius = 4},
                    {.size = 18, .bold = true});
    }
    canvas.text({bin_x(1) + bin_width / 2, bin_top + 62}, "collision",
                {.size = 15, .colour = Colour::bad, .bold = true});
}

void draw_decomposition(Canvas& canvas)
{
    canvas.panel({4, 0, 308, 350}, "Output decomposition");
    canvas.panel({328, 0, 308, 350}, "Input decomposition");
    canvas.text({18, 44}, "one work-item per result",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.text({342, 44}, "one work-item per input",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    window_to_element(canvas);
    row_times_column(canvas);
    pixels_to_bins(canvas);
}

const Register decomposition(
    {"decomposition", 640, 350, "Output decomposition and input decomposition",
     "Left, output decomposition: a window of three by three input pixels gives one output pixel, "
     "and a row times a column gives one element of a matrix product. Right, input decomposition: "
     "eight pixels scatter into four histogram bins; two of them reach bin 1 together and collide.",
     draw_decomposition});

} // namespace of_01_decomposition
} // namespace figures
