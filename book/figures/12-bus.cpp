/// Chapter 12: what a bus of 32 bytes, a request of 32 work-items and a line of four sectors carry.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_12_bus
{

constexpr Type quiet{.size = 15, .colour = Colour::muted};
constexpr Type quiet_start{.size = 15, .colour = Colour::muted, .align = Align::start};

/// Space that is carried and not asked for.
void waste(Canvas& canvas, const Rect& rect)
{
    canvas.box(rect, {.fill = Colour::bad_soft});
    canvas.hatch(rect, Colour::bad, 8, 1.25);
}

void draw_bus(Canvas& canvas)
{
    constexpr int first_address = 0x1220;
    constexpr int first_element = 0x1232;
    constexpr int elements = 16;
    constexpr int element_bytes = 4;
    constexpr int bus_bytes = 32;
    constexpr int bursts = 3;
    constexpr double byte_width = 6;
    constexpr double left = 32;
    constexpr double top = 92;
    constexpr double height = 54;
    constexpr int end_of_elements = first_element + elements * element_bytes;
    const auto x_of = [](int address) { return left + (address - first_address) * byte_width; };

    canvas.heading({8, 14}, "int X[16] at 0x1232", "on a bus of 32 bytes");
    for (int slot = 0; slot <= bursts; ++slot) {
        const int address = first_address + slot * bus_bytes;
        canvas.text({x_of(address), top - 24}, fmt::format("0x{:X}", address), {.size = 15, .mono = true});
        for (const double y : {top - 13, top + height + 1})
            canvas.line({x_of(address), y}, {x_of(address), y + 12}, {.colour = Colour::ink, .width = 2.25});
    }
    canvas.text({x_of(first_element), top - 48}, "0x1232",
                {.size = 15, .colour = Colour::accent, .bold = true, .mono = true});
    canvas.arrow({{x_of(first_element), top - 38}, {x_of(first_element), top - 2}},
                 {.colour = Colour::accent, .width = 2});

    waste(canvas, {x_of(first_address), top, x_of(first_element) - x_of(first_address), height});
    waste(canvas, {x_of(end_of_elements), top,
                   x_of(first_address + bursts * bus_bytes) - x_of(end_of_elements), height});
    for (int i = 0; i < elements; ++i) {
        const int address = first_element + i * element_bytes;
        const bool cut = address / bus_bytes != (address + element_bytes - 1) / bus_bytes;
        const Rect rect{x_of(address), top, element_bytes * byte_width, height};
        canvas.box(rect, {.fill = cut ? Colour::accent : Colour::accent_soft, .stroke = Colour::accent});
        canvas.text(rect.centre(), fmt::format("{}", i),
                    {.size = 16, .colour = cut ? Colour::on_solid : Colour::ink, .bold = cut});
    }
    for (int slot = 0; slot < bursts; ++slot) {
        const int begin = first_address + slot * bus_bytes;
        const int used = std::min(begin + bus_bytes, end_of_elements) - std::max(begin, first_element);
        const double x = x_of(begin);
        canvas.bracket({x + 4, top + height + 10}, {x + bus_bytes * byte_width - 4, top + height + 10}, 8);
        const double middle = x + bus_bytes * byte_width / 2;
        canvas.text({middle, top + height + 36}, fmt::format("burst {}", slot + 1),
                    {.size = 16, .bold = true});
        canvas.text({middle, top + height + 58}, fmt::format("{} of 32 bytes used", used), quiet);
    }
}

void draw_request(Canvas& canvas)
{
    constexpr int lanes = 32;
    constexpr double lane = 19.25;
    constexpr double left = 12;
    const auto work_items = [&](double y) {
        for (int i = 0; i < lanes; ++i)
            canvas.box(Rect{left + i * lane, y, lane, lane}.inset(1.5),
                       {.fill = Colour::accent, .radius = 4});
    };
    const auto to_memory = [&](double y, double word) {
        for (int i = 0; i < lanes; ++i)
            canvas.line({left + (i + 0.5) * lane, y}, {left + (i + word) * lane, y + 22},
                        {.colour = Colour::accent, .width = 1.25});
    };

    canvas.heading({8, 14}, "4 sectors", "32 floats side by side: 128 bytes carried, 128 asked for");
    work_items(36);
    to_memory(57, 0.5);
    for (int i = 0; i < lanes; ++i)
        canvas.box({left + i * lane, 80, lane, 30},
                   {.fill = Colour::accent_soft, .stroke = Colour::line, .width = 1});
    for (int sector = 0; sector < 4; ++sector)
        canvas.box({left + sector * 8 * lane, 80, 8 * lane, 30}, {.stroke = Colour::ink, .width = 2.25});
    canvas.text({left + 4 * lane, 128}, "a sector, 32 bytes", quiet);

    canvas.heading({8, 170}, "32 sectors",
                   "one float from each of 32 rows: 1024 bytes carried, 128 asked for");
    work_items(192);
    to_memory(213, 0.18);
    for (int i = 0; i < lanes; ++i) {
        const Rect sector = Rect{left + i * lane, 236, lane, 30}.inset(1.5);
        waste(canvas, sector);
        canvas.box({sector.x, sector.y, sector.width / 4, sector.height}, {.fill = Colour::accent});
        canvas.box(sector, {.stroke = Colour::ink, .width = 1});
    }
    canvas.arrow({{left + lane / 2, 290}, {left + lane / 2, 270}}, {.colour = Colour::muted});
    canvas.text({left + lane, 291}, "a sector again, at an eighth of the scale", quiet_start);
}

void draw_line(Canvas& canvas)
{
    constexpr double sector = 76;
    constexpr double left = 14;
    constexpr int sectors = 8;
    constexpr double word = sector / 8;
    const auto memory = [&](double y, int first, int last) {
        for (int i = 0; i < sectors; ++i) {
            const Rect rect{left + i * sector, y, sector, 34};
            const bool touched = i >= first && i <= last;
            canvas.box(rect, {.fill = touched ? Colour::accent_soft : Colour::surface,
                              .stroke = Colour::line,
                              .width = 1.25});
        }
        for (int line = 0; line < 2; ++line)
            canvas.box({left + line * 4 * sector, y, 4 * sector, 34}, {.stroke = Colour::ink, .width = 2.5});
    };
    const auto names = [&](double y, int first, int last) {
        for (int i = 0; i < sectors; ++i)
            canvas.text({left + (i + 0.5) * sector, y + 17}, fmt::format("{}", 32 * i),
                        {.size = 15, .colour = i >= first && i <= last ? Colour::ink : Colour::muted});
    };
    const auto asked = [&](double y, int words, std::string_view label) {
        canvas.card({left + words * word, y, 32 * word, 26}, label, {.fill = Colour::accent, .radius = 4},
                    {.size = 15, .colour = Colour::on_solid, .bold = true});
    };
    for (int line = 0; line < 2; ++line) {
        const double x = left + line * 4 * sector;
        canvas.bracket({x + 4, 34}, {x + 4 * sector - 4, 34}, -8);
        canvas.text({x + 2 * sector, 14}, line == 0 ? "a line of 128 bytes, four sectors" : "the next line",
                    quiet);
    }
    memory(42, 0, 3);
    names(42, 0, 3);
    asked(84, 0, "32 floats from byte 0");
    canvas.text({left + 4 * sector + 16, 97}, "4 sectors, 1 line", {.align = Align::start, .bold = true});

    constexpr double second = 146;
    memory(second, 0, 4);
    waste(canvas, {left, second, word, 34});
    waste(canvas, {left + 33 * word, second, sector - word, 34});
    for (int line = 0; line < 2; ++line)
        canvas.box({left + line * 4 * sector, second, 4 * sector, 34}, {.stroke = Colour::ink, .width = 2.5});
    for (int i = 0; i < sectors; ++i)
        if (i != 4)
            canvas.text({left + (i + 0.5) * sector, second + 17}, fmt::format("{}", 32 * i),
                        {.size = 15, .colour = i < 4 ? Colour::ink : Colour::muted});
    asked(second + 42, 1, "32 floats from byte 4");
    canvas.text({left + 4 * sector + 24, second + 55}, "5 sectors, 2 lines",
                {.align = Align::start, .bold = true});
}

const Register bus(
    {"12-bus", 640, 218, "Sixteen ints from address 0x1232 on a bus of 32 bytes",
     "The elements cover the bytes from 0x1232 to 0x1271 and take three bursts, from 0x1220, 0x1240 and "
     "0x1260. Of their 96 bytes 14, 32 and 18 were asked for; 18 at the start and 14 at the end are wasted. "
     "Elements 3 and 11 lie across the end of a burst.",
     draw_bus});
const Register request(
    {"12-request", 640, 304, "One request of 32 work-items, as 4 sectors and as 32",
     "Work-items that read neighbouring words share four sectors of 32 bytes. Work-items that read every "
     "eighth word take a sector each, and seven eighths of what is carried is wasted.",
     draw_request});
const Register line_figure(
    {"12-line", 640, 222, "A line of four sectors, read from byte 0 and from byte 4",
     "32 floats from byte 0 fill the four sectors of one line. From byte 4 they touch a fifth sector, in the "
     "next line, for a single float.",
     draw_line});

} // namespace of_12_bus
} // namespace figures
