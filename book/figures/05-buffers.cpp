/// Chapter 5: memory spaces, boxes of a buffer, and the way of a transfer.
#include "base/paths.hpp"
#include "figure.hpp"

#include "lockstep/formats/captured_output.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_05_buffers
{

constexpr Type small{.size = 15, .colour = Colour::muted};

void draw_group(Canvas& canvas, double x, std::string_view name)
{
    constexpr double top = 40;
    canvas.box({x, top, 179, 150}, {.stroke = Colour::muted, .radius = 6, .dash = "4 4"});
    canvas.text({x + 89, top - 14}, name, small);
    for (int item = 0; item < 3; ++item) {
        const double left = x + 10 + item * 53;
        canvas.card({left, top + 12, 52, 34}, fmt::format("item {}", item),
                    {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4}, {.size = 14});
        canvas.card({left, top + 50, 52, 28}, "private",
                    {.fill = Colour::surface, .stroke = Colour::line, .radius = 4}, {.size = 14});
        canvas.arrow({{left + 26, top + 106}, {left + 26, top + 82}}, {.colour = Colour::accent2});
        canvas.arrow({{left + 26, top + 82}, {left + 26, top + 106}}, {.colour = Colour::accent2});
    }
    canvas.card({x + 10, top + 108, 158, 32}, "local",
                {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4},
                {.size = 16, .bold = true});
}

void draw_memory_spaces(Canvas& canvas)
{
    draw_group(canvas, 214, "work-group 0");
    draw_group(canvas, 436, "work-group 1");
    const Rect global{214, 246, 260, 44};
    const Rect constant{490, 246, 124, 44};
    canvas.card(global, "global", {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 5},
                {.size = 17, .bold = true});
    canvas.card(constant, "constant", {.fill = Colour::violet_soft, .stroke = Colour::violet, .radius = 5},
                {.size = 17, .bold = true});
    for (const double x : {270.0, 462.0}) {
        canvas.arrow({{x, 194}, {x, 242}}, {.colour = Colour::good});
        canvas.arrow({{x, 242}, {x, 194}}, {.colour = Colour::good});
    }
    canvas.polyline(std::array<Point, 3>{Point{520, 244}, Point{520, 218}, Point{360, 218}},
                    {.colour = Colour::violet});
    canvas.arrow({{360, 218}, {360, 194}}, {.colour = Colour::violet});
    canvas.arrow({{552, 242}, {552, 194}}, {.colour = Colour::violet});

    canvas.box({6, 40, 150, 250}, {.fill = Colour::surface, .stroke = Colour::line, .radius = 6});
    canvas.text({81, 62}, "host", {.size = 17, .bold = true});
    canvas.card({20, 84, 122, 44}, "std::vector",
                {.fill = Colour::paper, .stroke = Colour::line, .radius = 4}, {.size = 15, .mono = true});
    canvas.card({20, 230, 122, 44}, "a mapping", {.fill = Colour::paper, .stroke = Colour::line, .radius = 4},
                {.size = 15});
    canvas.arrow({{81, 130}, {81, 180}, {186, 180}, {186, 258}, {212, 258}}, {.colour = Colour::ink});
    canvas.text({88, 196}, "write, read", {.size = 14});
    canvas.arrow({{144, 276}, {212, 276}}, {.colour = Colour::ink});
    canvas.arrow({{212, 276}, {144, 276}}, {.colour = Colour::ink});
    canvas.text({414, 312}, "one for all; the host moves data in and out", small);
}

constexpr double word = 39;

void draw_word(Canvas& canvas, const Rect& rect, int number, bool inside)
{
    canvas.card(rect.inset(1), fmt::format("{}", number),
                {.fill = inside ? Colour::accent : Colour::surface,
                 .stroke = inside ? Colour::accent : Colour::line,
                 .width = 1.25,
                 .radius = 3},
                {.size = 16, .colour = inside ? Colour::on_solid : Colour::ink, .bold = inside});
}

bool in_box(int number)
{
    return number % 4 >= 1 && number / 4 >= 1 && number / 4 <= 2;
}

void draw_rectangle(Canvas& canvas)
{
    constexpr Point matrix{60, 44};
    for (int i = 0; i < 16; ++i) draw_word(canvas, cell_rect(matrix, i % 4, i / 4, 50, 44), i, in_box(i));
    canvas.bracket({matrix.x, matrix.y - 6}, {matrix.x + 200, matrix.y - 6}, -7);
    canvas.text({matrix.x + 100, 16}, "row pitch: 16 bytes", {.size = 15});
    canvas.arrow({{matrix.x + 2, matrix.y + 198}, {matrix.x + 48, matrix.y + 198}},
                 {.colour = Colour::accent});
    canvas.text({matrix.x + 58, matrix.y + 198}, "4 bytes",
                {.size = 15, .colour = Colour::accent, .align = Align::start});
    canvas.arrow({{matrix.x - 16, matrix.y + 2}, {matrix.x - 16, matrix.y + 42}}, {.colour = Colour::accent});
    canvas.text({matrix.x - 34, matrix.y + 22}, "1 row", {.size = 15, .colour = Colour::accent, .turn = -90});

    const double x = 306;
    const auto fact = [&](double y, std::string_view name, std::string_view value) {
        canvas.text({x, y}, name, {.size = 16, .align = Align::start, .bold = true});
        canvas.text({x + 136, y}, value,
                    {.size = 16, .colour = Colour::accent, .align = Align::start, .mono = true});
    };
    canvas.text({x, 56}, "in the buffer", {.size = 15, .colour = Colour::muted, .align = Align::start});
    fact(82, "origin", "{4, 1, 0}");
    fact(108, "region", "{12, 2, 1}");
    fact(134, "row pitch", "16");
    canvas.text({x, 172}, "on the host", {.size = 15, .colour = Colour::muted, .align = Align::start});
    fact(198, "origin", "{0, 0, 0}");
    fact(224, "row pitch", "12");

    constexpr Point memory{8, 300};
    constexpr Point packed{203, 394};
    canvas.text({memory.x, memory.y - 18}, "the buffer in memory",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    for (int i = 0; i < 16; ++i) draw_word(canvas, cell_rect(memory, i, 0, word, 38), i, in_box(i));
    constexpr std::array taken{5, 6, 7, 9, 10, 11};
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const Rect to = cell_rect(packed, static_cast<int>(i), 0, word, 38);
        draw_word(canvas, to, taken.at(i), true);
        const Rect from = cell_rect(memory, taken.at(i), 0, word, 38);
        canvas.arrow({{from.centre().x, from.bottom() + 2}, {to.centre().x, to.y - 3}},
                     {.colour = Colour::accent, .width = 1.25});
    }
    canvas.text({packed.x + 6 * word + 10, packed.y + 19}, "on the host",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

void draw_planes(Canvas& canvas)
{
    struct Plane
    {
        std::string_view name;
        std::string_view region;
        std::string_view origin;
        bool (*inside)(int x, int y, int z);
    };
    constexpr std::array planes{
        Plane{"across z, slice 1", "{16, 3, 1}", "{0, 0, 1}", [](int, int, int z) { return z == 1; }},
        Plane{"across y, row 1", "{16, 1, 2}", "{0, 1, 0}", [](int, int y, int) { return y == 1; }},
        Plane{"across x, column 2", "{4, 3, 2}", "{8, 0, 0}", [](int x, int, int) { return x == 2; }}};
    constexpr double cell = 26;
    double top = 40;
    for (int z = 0; z < 2; ++z) {
        canvas.bracket({8 + z * 12 * cell + 3, 30}, {8 + (z + 1) * 12 * cell - 3, 30}, -7);
        canvas.text({8 + (z * 12 + 6) * cell, 10}, fmt::format("slice {}: 48 bytes", z), {.size = 15});
    }
    for (const Plane& plane : planes) {
        for (int i = 0; i < 24; ++i) {
            const bool inside = plane.inside(i % 4, i / 4 % 3, i / 12);
            const Rect rect = cell_rect({8, top}, i, 0, cell, 32);
            canvas.card(rect.inset(0.75), fmt::format("{}", i),
                        {.fill = inside ? Colour::accent : Colour::surface,
                         .stroke = inside ? Colour::accent : Colour::line,
                         .width = 1,
                         .radius = 2},
                        {.size = 14, .colour = inside ? Colour::on_solid : Colour::ink});
        }
        for (int row = 1; row < 6; ++row)
            canvas.line({8 + row * 4 * cell, top - 3}, {8 + row * 4 * cell, top + 35},
                        {.colour = row == 3 ? Colour::ink : Colour::muted, .width = row == 3 ? 2.25 : 1.25});
        canvas.text({8, top + 52}, plane.name, {.size = 16, .align = Align::start, .bold = true});
        canvas.text({214, top + 52}, fmt::format("origin {}", plane.origin),
                    {.size = 15, .align = Align::start, .mono = true});
        canvas.text({414, top + 52}, fmt::format("region {}", plane.region),
                    {.size = 15, .align = Align::start, .mono = true});
        top += 92;
    }
}

void draw_pinned(Canvas& canvas)
{
    const auto path = [&](double y, std::string_view title, bool staged) {
        canvas.text({8, y - 34}, title, {.size = 16, .align = Align::start, .bold = true});
        canvas.card({8, y - 18, 132, 48}, staged ? "your array\npageable" : "your array\npinned",
                    {.fill = staged ? Colour::surface : Colour::accent_soft,
                     .stroke = staged ? Colour::line : Colour::accent,
                     .radius = 5},
                    {.size = 15});
        canvas.card({496, y - 18, 136, 48}, "memory of\nthe device",
                    {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 5}, {.size = 15});
        if (staged) {
            canvas.card({252, y - 18, 132, 48}, "the driver's,\npinned",
                        {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 5}, {.size = 15});
            canvas.arrow({{142, y + 6}, {250, y + 6}}, {.colour = Colour::bad, .width = 2.25});
            canvas.text({196, y - 10}, "a CPU copies", {.size = 14, .colour = Colour::bad});
        }
        canvas.arrow({{staged ? 386.0 : 142.0, y + 6}, {494, y + 6}}, {.colour = Colour::ink, .width = 2.25});
        canvas.text({440, y - 17}, "the device\nfetches", {.size = 14});
    };
    path(66, "from pageable memory", true);
    path(168, "from pinned memory", false);
}

/// Who may touch a mapped buffer between the commands of one frame.
void draw_owner(Canvas& canvas)
{
    struct Step
    {
        std::string_view command;
        std::string_view meanwhile;
        bool is_host; // who owns the buffer until the next command
    };
    constexpr std::array steps{Step{"map", "camera\nwrites", true}, Step{"unmap", "", false},
                               Step{"launch", "kernel\nbrightens", false}, Step{"map", "host\nreads", true},
                               Step{"unmap", "", false}};
    constexpr double first = 20;
    constexpr double step = 122;
    constexpr double top = 36;
    constexpr double height = 62;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& at = steps.at(i);
        const double x = first + step * static_cast<double>(i);
        canvas.box({x, top, step, height}, {.fill = at.is_host ? Colour::accent_soft : Colour::good_soft,
                                            .stroke = at.is_host ? Colour::accent : Colour::good});
        if (!at.meanwhile.empty()) canvas.text({x + step / 2, top + height / 2}, at.meanwhile, {.size = 15});
        canvas.line({x, top - 8}, {x, top + height + 8}, {.colour = Colour::ink, .width = 2.5});
        canvas.text({x + 4, top - 20}, at.command,
                    {.size = 15, .align = Align::start, .bold = true, .mono = true});
    }
    const double below = top + height + 26;
    canvas.box({first, below, 16, 16}, {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 3});
    canvas.text({first + 24, below + 8}, "the host's", {.size = 15, .align = Align::start});
    canvas.box({first + 140, below, 16, 16},
               {.fill = Colour::good_soft, .stroke = Colour::good, .radius = 3});
    canvas.text({first + 164, below + 8}, "the device's", {.size = 15, .align = Align::start});
}

/// Where the time of each way goes, as it was recorded on the H200.
void draw_ways(Canvas& canvas)
{
    struct Way
    {
        std::string_view name;
        std::string mark; // what the marks of the recording begin with
    };
    const std::array ways{Way{"write and read", "plain"}, Way{"copied at its creation", "copied"},
                          Way{"write and read, pinned", "pinned"}, Way{"map", "map"},
                          Way{"the host's own, mapped", "own"}};
    const std::array<std::string, 3> parts{"_to", "_run", "_back"};
    constexpr std::array names{"there", "kernel", "back"};
    constexpr std::array soft{Colour::accent_soft, Colour::accent2_soft, Colour::good_soft};
    constexpr std::array solid{Colour::accent, Colour::accent2, Colour::good};
    const auto recorded = lockstep::read_captured_output(lockstep::tool::own_source_dir() / "chapters" /
                                                         "05-buffers" / "output.h200.txt")
                              .values;
    constexpr double left = 200;
    constexpr double row = 34;
    constexpr double top = 34;
    constexpr double per_ms = 7;
    for (std::size_t w = 0; w < ways.size(); ++w) {
        const double y = top + row * static_cast<double>(w);
        canvas.text({left - 10, y + 12}, ways.at(w).name, {.size = 15, .align = Align::end});
        double x = left;
        double sum = 0;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const double ms = std::stod(recorded.at(ways.at(w).mark + parts.at(p)));
            canvas.box({x, y, std::max(1.5, ms * per_ms), 24}, {.fill = soft.at(p), .stroke = solid.at(p)});
            x += ms * per_ms;
            sum += ms;
        }
        canvas.text({x + 8, y + 12}, fmt::format("{:.1f} ms", sum),
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
    }
    double x = left;
    for (std::size_t p = 0; p < names.size(); ++p, x += 100) {
        canvas.box({x, 4, 14, 14}, {.fill = soft.at(p), .stroke = solid.at(p), .radius = 2});
        canvas.text({x + 22, 11}, names.at(p), {.size = 15, .align = Align::start});
    }
}

const Register
    ways({"05-ways", 640, 206, "Where the time of five ways goes on an H200",
          "A bar for each way, with the times there, for the kernel, and back. The kernel is hardly "
          "visible but in the second way, and the ways from pinned memory are far shorter than the first.",
          draw_ways});
const Register
    owner({"05-owner", 640, 150, "Who owns a mapped buffer",
           "From map to unmap the buffer is the host's: the camera writes. From unmap on it is the "
           "device's: the kernel brightens. The second map gives it to the host, which reads, and the "
           "second unmap gives it back.",
           draw_owner});
const Register memory_spaces({"memory-spaces", 640, 326, "The four memory spaces of a kernel",
                              "Each work-item has private memory. The work-items of a group share local "
                              "memory, which other groups do not see. Global and "
                              "constant memory are shared by all; work-items may write global memory and "
                              "only read constant memory. The host reaches global "
                              "memory by write and read commands and by mapping it.",
                              draw_memory_spaces});
const Register rectangle({"buffer-rectangle", 640, 440, "Three columns of two rows out of four by four",
                          "The box begins 4 bytes into row 1. It has 12 bytes of 2 rows of 1 slice. In the "
                          "buffer its rows are 16 bytes apart, on the host "
                          "12, so that 5, 6, 7 and 9, 10, 11 lie side by side there.",
                          draw_rectangle});
const Register planes({"volume-planes", 640, 310,
                       "Three planes of a volume of 4 columns, 3 rows and 2 slices, in memory",
                       "A plane across z is twelve neighbours. A plane across y is four neighbours of each "
                       "slice. A plane across x is one element of "
                       "every row.",
                       draw_planes});
const Register pinned({"pinned-transfer", 640, 206, "A transfer from pageable and from pinned memory",
                       "From pageable memory the data is first copied by a CPU into pinned memory of the "
                       "driver, from which the device fetches it. From "
                       "pinned memory the device fetches it at once.",
                       draw_pinned});

} // namespace of_05_buffers
} // namespace figures
