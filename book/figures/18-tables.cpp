/// Chapter 18: tables of counters over banks, and a counter of one byte that wraps.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_18_tables
{

constexpr int side = 8; // banks, tables and bins as drawn; 32 banks, 256 bins in the kernels
constexpr int chosen = 5;
constexpr double cell = 22;

/// What is said of one layout, and which counter each word is.
struct Layout
{
    std::string_view name;
    std::string_view formula;
    std::string_view verdict;
    int rows;
    bool good;
    int bin_of_column; ///< 1: the column is the bin; 0: the row is
};

void draw_layout(Canvas& canvas, double left, const Layout& layout)
{
    constexpr std::array colours{Colour::accent_soft,  Colour::good_soft, Colour::violet_soft, Colour::line,
                                 Colour::accent2_soft, Colour::leaf,      Colour::surface,     Colour::skin};
    const Point grid{left, 92};
    canvas.text({left, 14}, layout.name, {.size = 16, .align = Align::start, .bold = true});
    canvas.text({left, 38}, layout.formula,
                {.size = 14, .colour = Colour::muted, .align = Align::start, .mono = true});
    for (int bank = 0; bank < side; ++bank)
        canvas.text({grid.x + (bank + 0.5) * cell, grid.y - 12}, fmt::format("{}", bank),
                    {.size = 14, .colour = Colour::muted});
    canvas.text({left, grid.y - 32}, "bank", {.size = 14, .colour = Colour::muted, .align = Align::start});
    for (int row = 0; row < layout.rows; ++row)
        for (int column = 0; column < side; ++column) {
            const Rect place = cell_rect(grid, column, row, cell, cell);
            const int bin = layout.bin_of_column == 1 ? column : row;
            const int table = layout.bin_of_column == 1 ? row : column;
            const bool here = bin == chosen;
            canvas.box(place, {.fill = here ? (layout.good ? Colour::good : Colour::bad)
                                            : colours.at(static_cast<std::size_t>(table)),
                               .stroke = Colour::paper,
                               .width = 1});
            canvas.text(place.centre(), fmt::format("{}", bin),
                        {.size = 14, .colour = here ? Colour::on_solid : Colour::ink, .bold = here});
        }
    canvas.text({left, grid.y + side * cell + 22}, layout.verdict,
                {.size = 15,
                 .colour = layout.good ? Colour::good : Colour::bad,
                 .align = Align::start,
                 .bold = true});
}

void draw_tables(Canvas& canvas)
{
    constexpr std::array layouts{
        Layout{"One table", "table[bin]", "8 at one counter", 1, false, 1},
        Layout{"One after another", "[table * 8 + bin]", "8 counters, one bank", side, false, 1},
        Layout{"Dealt out", "[bin * 8 + table]", "a bank for each", side, true, 0},
    };
    double left = 14;
    for (const Layout& layout : layouts) {
        draw_layout(canvas, left, layout);
        left += 214;
    }
    const Type note{.size = 15, .colour = Colour::muted, .align = Align::start};
    canvas.text({14, 330}, "Eight work-items meet the value 5, each with a table (a colour) of its own.",
                note);
    canvas.text({14, 354},
                "A square is a counter, with its bin. Drawn with 8 banks and 8 bins for 32 and 256.", note);
}

/// A byte's value after so many equal pixels, drawn against their number.
void draw_counter(Canvas& canvas, const Rect& area, std::string_view name, bool hands_over)
{
    constexpr double most_pixels = 640;
    const double most = hands_over ? most_pixels : 256;
    const auto at = [&](double pixels, double value) {
        return Point{area.x + area.width * pixels / most_pixels, area.bottom() - area.height * value / most};
    };
    canvas.text({area.x, area.y - 46}, name, {.size = 16, .align = Align::start, .bold = true});
    canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, {.colour = Colour::line});
    canvas.line({area.x, area.y}, {area.x, area.bottom()}, {.colour = Colour::line});
    for (const int pixels : {0, 256, 512})
        canvas.text({at(pixels, 0).x, area.bottom() + 16}, fmt::format("{}", pixels),
                    {.size = 14, .colour = Colour::muted});
    for (const int value : {0, 256})
        canvas.text({area.x - 8, at(0, value).y}, fmt::format("{}", value),
                    {.size = 14, .colour = Colour::muted, .align = Align::end});
    for (int wraps = 0; wraps < 3; ++wraps) {
        const double begin = 256.0 * wraps;
        const double end = std::min(begin + 256, most_pixels);
        const double held = hands_over ? begin : 0;
        if (hands_over && held > 0)
            canvas.box({at(begin, held).x, at(begin, held).y, at(end, 0).x - at(begin, 0).x,
                        at(begin, 0).y - at(begin, held).y},
                       {.fill = Colour::good_soft});
        canvas.line(at(begin, held), at(end, held + end - begin), {.colour = Colour::accent, .width = 2.25});
        if (end == begin + 256 && !hands_over)
            canvas.line(at(end, 256), at(end, 0), {.colour = Colour::bad, .width = 2, .dash = "4 4"});
    }
    if (hands_over) {
        canvas.line(at(256, 0), at(256, 256), {.colour = Colour::good, .width = 1.5});
        canvas.line(at(512, 0), at(512, 512), {.colour = Colour::good, .width = 1.5});
        canvas.text(at(384, 128), "256\nhanded over", {.size = 14, .colour = Colour::good, .bold = true});
        canvas.text(at(577, 256), "512", {.size = 14, .colour = Colour::good, .bold = true});
    } else {
        for (const int pixels : {256, 512})
            canvas.text({at(pixels, 0).x, at(0, 256).y - 10}, "256 lost",
                        {.size = 14, .colour = Colour::bad, .bold = true});
    }
}

void draw_wrap(Canvas& canvas)
{
    draw_counter(canvas, {44, 62, 250, 190}, "A byte alone", false);
    draw_counter(canvas, {372, 62, 250, 190}, "A byte that hands over", true);
    canvas.text({320, 302}, "across: equal pixels met; upwards: pixels that are counted",
                {.size = 15, .colour = Colour::muted});
}

const Register
    tables({"18-tables", 650, 372, "Three layouts of tables of counters over eight banks",
            "One table: eight equal bytes meet at one counter. Eight tables one behind the other: their "
            "counters for one value lie in one bank. Eight tables dealt out, counter times eight plus "
            "table: they lie in eight banks.",
            draw_tables});
const Register
    wrap({"18-wrap", 640, 318, "A counter of one byte over 640 equal pixels",
          "Alone, the counter falls from 255 to 0 at pixels 256 and 512, and 256 pixels are lost each "
          "time. If 256 are handed over to a sum at that moment, the two together hold all pixels.",
          draw_wrap});

} // namespace of_18_tables
} // namespace figures
