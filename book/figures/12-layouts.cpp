/// Chapter 12: structures and arrays in memory, the two index mappings of a product, and memory channels.
#include "figure.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_12_layouts
{

constexpr Type quiet{.size = 15, .colour = Colour::muted};
constexpr Type quiet_start{.size = 15, .colour = Colour::muted, .align = Align::start};

void work_item(Canvas& canvas, Point centre, int index)
{
    canvas.circle(centre, 13, {.fill = Colour::accent});
    canvas.text(centre, fmt::format("{}", index), {.size = 16, .colour = Colour::on_solid, .bold = true});
}

void draw_aos_soa(Canvas& canvas)
{
    constexpr std::array<std::string_view, 8> fields{"x", "y", "z", "m", "v", "v", "v", "q"};
    constexpr int mass = 3;
    constexpr int words = 32;
    constexpr double cell = 19.25;
    constexpr double left = 12;
    constexpr double height = 32;
    const auto word = [&](double y, int i, std::string_view name, bool touched) {
        const Rect rect{left + i * cell, y, cell, height};
        canvas.box(rect,
                   {.fill = touched ? Colour::accent : Colour::surface, .stroke = Colour::line, .width = 1});
        canvas.text(rect.centre(), name,
                    {.size = 14, .colour = touched ? Colour::on_solid : Colour::muted, .bold = touched});
    };
    const auto sectors = [&](double y) {
        for (int sector = 0; sector < 4; ++sector)
            canvas.box({left + sector * 8 * cell, y, 8 * cell, height},
                       {.stroke = Colour::ink, .width = 2.25});
    };

    canvas.heading({8, 14}, "Array of structures", "four work-items read m: 4 sectors");
    constexpr double first = 84;
    for (int i = 0; i < words; ++i) word(first, i, fields.at(static_cast<std::size_t>(i % 8)), i % 8 == mass);
    sectors(first);
    for (int i = 0; i < 4; ++i) {
        const double x = left + (8 * i + mass + 0.5) * cell;
        work_item(canvas, {x, 50}, i);
        canvas.arrow({{x, 64}, {x, first - 1}}, {.colour = Colour::accent});
        canvas.text({left + (8 * i + 4) * cell, first + height + 18}, fmt::format("particle {}", i), quiet);
    }

    canvas.heading({8, 176}, "Structure of arrays", "four work-items read m: 1 sector");
    constexpr double second = 246;
    for (int i = 0; i < words; ++i) {
        const int field = i / 8;
        word(second, i, fields.at(static_cast<std::size_t>(field)), field == mass && i % 8 < 4);
    }
    sectors(second);
    for (int i = 0; i < 4; ++i) {
        const double to = left + (8 * mass + i + 0.5) * cell;
        const double from = left + (8 * mass + 2) * cell + (i - 1.5) * 34;
        work_item(canvas, {from, 210}, i);
        canvas.arrow({{from, 224}, {to, second - 1}}, {.colour = Colour::accent});
    }
    for (int field = 0; field < 4; ++field)
        canvas.text({left + (8 * field + 4) * cell, second + height + 18},
                    fmt::format("{} of 0 to 7", fields.at(static_cast<std::size_t>(field))), quiet);
}

enum class Touch
{
    row,
    column,
    element
};

/// One matrix of 8 × 8, of which a sub-group of eight work-items touches a row, a column or one element.
void draw_matrix(Canvas& canvas, Point origin, std::string_view name, Touch touch, Point at)
{
    constexpr int side = 8;
    constexpr double cell = 18;
    canvas.text({origin.x + side * cell / 2, origin.y - 14}, name, {.size = 16, .bold = true});
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            const bool in_row = row == static_cast<int>(at.y);
            const bool in_column = column == static_cast<int>(at.x);
            const bool asked = touch == Touch::row      ? in_row
                               : touch == Touch::column ? in_column
                                                        : in_row && in_column;
            const bool carried = touch == Touch::column || in_row;
            canvas.box(cell_rect(origin, column, row, cell, cell), {.fill = asked     ? Colour::accent
                                                                            : carried ? Colour::bad_soft
                                                                                      : Colour::surface,
                                                                    .stroke = Colour::line,
                                                                    .width = 1});
        }
    canvas.grid(origin, 1, side, side * cell, cell, {.stroke = Colour::muted, .width = 1.25});
    const std::string_view verdict = touch == Touch::row      ? "side by side\n1 sector"
                                     : touch == Touch::column ? "a row apart\n8 sectors"
                                                              : "the same for all\n1 sector";
    canvas.text({origin.x + side * cell / 2, origin.y + side * cell + 28}, verdict,
                {.size = 15, .colour = touch == Touch::column ? Colour::bad : Colour::good, .bold = true});
}

void draw_index_mapping(Canvas& canvas)
{
    constexpr double a = 36;
    constexpr double b = 248;
    constexpr double c = 460;
    constexpr double first = 62;
    constexpr double second = 340;
    const auto operators = [&](double y) {
        canvas.text({214, y + 72}, "×", {.size = 24});
        canvas.text({426, y + 72}, "=", {.size = 24});
    };
    canvas.heading({8, 14}, "Dimension 0 counts rows", "eight work-items, k = 2; a row is a sector");
    draw_matrix(canvas, {a, first}, "A[row][k]", Touch::column, {2, 0});
    draw_matrix(canvas, {b, first}, "B[k][column]", Touch::element, {5, 2});
    draw_matrix(canvas, {c, first}, "C[row][column]", Touch::column, {5, 0});
    operators(first);
    canvas.heading({8, second - 48}, "Dimension 0 counts columns",
                   "eight work-items, k = 2; a row is a sector");
    draw_matrix(canvas, {a, second}, "A[row][k]", Touch::element, {2, 5});
    draw_matrix(canvas, {b, second}, "B[k][column]", Touch::row, {0, 2});
    draw_matrix(canvas, {c, second}, "C[row][column]", Touch::row, {0, 5});
    operators(second);
}

void draw_channels(Canvas& canvas)
{
    constexpr int channels = 8;
    constexpr int turns = 8;
    constexpr double cell = 30;
    constexpr double bits = 15;
    constexpr double top = 168;

    canvas.heading({8, 14}, "An address on the HD 5870");
    const auto field = [&](double x, double width, std::string_view name, std::string_view note, Colour fill,
                           Colour stroke) {
        canvas.card({x, 34, width, 30}, name, {.fill = fill, .stroke = stroke, .radius = 4}, {.size = 16});
        canvas.text({x + width / 2, 82}, note, quiet);
    };
    field(8, 14 * bits, "the turn", "bit 11 and up", Colour::surface, Colour::line);
    field(8 + 14.4 * bits, 9 * bits, "channel", "bits 8 to 10", Colour::accent2_soft, Colour::accent2);
    field(8 + 23.8 * bits, 17.7 * bits, "byte in the block of 256", "bits 0 to 7", Colour::surface,
          Colour::line);

    const auto panel = [&](double x, std::string_view title, bool camping) {
        canvas.text({x + channels * cell / 2, top - 54}, title, {.size = 16, .bold = true});
        canvas.text({x + channels * cell / 2, top - 33},
                    camping ? "8 reads, 2048 bytes apart" : "8 reads, 256 bytes apart", quiet);
        for (int channel = 0; channel < channels; ++channel) {
            const bool busy = !camping || channel == 0;
            canvas.text({x + (channel + 0.5) * cell, top - 12}, fmt::format("{}", channel),
                        {.size = 15, .colour = busy ? Colour::accent2 : Colour::muted, .bold = busy});
        }
        for (int turn = 0; turn < turns; ++turn)
            for (int channel = 0; channel < channels; ++channel) {
                const bool read = camping ? channel == 0 : turn == 0;
                canvas.box(cell_rect({x, top}, channel, turn, cell, 26).inset(1.5),
                           {.fill = read ? Colour::accent : Colour::surface,
                            .stroke = read ? Colour::accent : Colour::line,
                            .width = 1,
                            .radius = 3});
            }
    };
    constexpr double left = 90;
    constexpr double right = 370;
    panel(left, "all channels at work", false);
    panel(right, "one works, seven wait", true);
    canvas.text({left - 12, top - 12}, "channel",
                {.size = 15, .colour = Colour::accent2, .align = Align::end});
    for (int turn = 0; turn < turns; ++turn)
        canvas.text({left - 12, top + (turn + 0.5) * 26}, fmt::format("{}", turn * channels * 256),
                    {.size = 15, .colour = Colour::muted, .align = Align::end});
    canvas.text({left - 12, top + turns * 26 + 18},
                "each box is a block of 256 bytes; a row of eight is one turn",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

const Register aos_soa(
    {"12-aos-soa", 640, 306,
     "Eight fields of particles as an array of structures and as a structure of arrays",
     "In the array of structures the masses of four particles lie in four sectors of 32 bytes. In the "
     "structure of arrays they lie side by side in one, with room for four more.",
     draw_aos_soa});
const Register index_mapping(
    {"12-index-mapping", 640, 534, "What eight work-items touch of A, B and C in the two index mappings",
     "When dimension 0 counts rows, the work-items read a column of A and write a column of C, eight sectors "
     "each, and share one element of B. When it counts columns, they share one element of A, read a row of B "
     "and write a row of C, one sector each. A row of eight floats is one sector.",
     draw_index_mapping});
const Register channels_figure(
    {"12-channels", 640, 408, "Blocks of 256 bytes dealt to eight channels",
     "On the HD 5870, bits 8 to 10 of an address name the channel. Eight reads 256 bytes apart go to eight "
     "channels; eight reads 2048 bytes apart all go to channel 0.",
     draw_channels});

} // namespace of_12_layouts
} // namespace figures
