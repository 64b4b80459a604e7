/// Chapter 3: the objects of a program, the journey of its commands, and vector addition.
#include "figure.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace figures
{
namespace of_03_first_kernel
{

constexpr Type strong{.size = 16, .bold = true};

void draw_objects(Canvas& canvas)
{
    const Pen made{.colour = Colour::accent, .width = 2.25};
    const auto object = [&](const Rect& rect, std::string_view words) {
        canvas.card(rect, words, {.fill = Colour::paper, .stroke = Colour::accent, .width = 2, .radius = 8},
                    strong);
    };

    const auto several = [&](const Rect& rect, std::string_view words) {
        for (const double shift : {16.0, 8.0, 0.0})
            canvas.box({rect.x + shift, rect.y + shift, rect.width, rect.height},
                       {.fill = Colour::paper, .stroke = Colour::accent, .width = 2, .radius = 8});
        canvas.label(rect, words, strong);
    };

    object({4, 4, 124, 50}, "platform");
    several({4, 106, 108, 50}, "devices");
    canvas.arrow({{66, 54}, {66, 104}}, made);

    const Rect context{204, 4, 432, 296};
    canvas.box(context, {.fill = Colour::surface, .stroke = Colour::accent, .width = 2, .radius = 10});
    canvas.heading({context.x + 16, context.y + 24}, "context", "holds the devices and all that follows");
    canvas.arrow({{112, 120}, {166, 120}, {166, 28}, {202, 28}}, made);

    object({232, 80, 156, 54}, "command queue");
    canvas.arrow({{128, 146}, {184, 146}, {184, 107}, {230, 107}}, made);
    several({456, 74, 140, 50}, "buffers");

    canvas.box({4, 206, 124, 84}, {.fill = Colour::surface, .stroke = Colour::line, .radius = 4});
    canvas.label({4, 211, 124, 24}, "source text", {.size = 16});
    canvas.label({4, 239, 124, 20}, "kernel void", {.size = 15, .colour = Colour::muted, .mono = true});
    canvas.label({4, 260, 124, 20}, "vecadd(…)", {.size = 15, .colour = Colour::muted, .mono = true});
    object({232, 206, 114, 56}, "program");
    canvas.arrow({{128, 234}, {230, 234}}, made);
    several({456, 206, 140, 50}, "kernels");
    canvas.arrow({{346, 234}, {454, 234}}, made);
    canvas.text({398, 218}, "built", {.size = 15, .colour = Colour::muted});

    canvas.arrow({{4, 328}, {56, 328}}, made);
    canvas.text({66, 328}, "what stands at the head is made from what stands at the tail",
                {.size = 16, .align = Align::start});
}

void draw_journey(Canvas& canvas)
{
    struct Command
    {
        std::string_view words;
        double host_x;
        double device_x;
        double device_width;
        Colour strong;
        Colour soft;
    };
    constexpr std::array commands{Command{"write", 92, 176, 92, Colour::accent, Colour::accent_soft},
                                  Command{"kernel", 162, 272, 150, Colour::accent2, Colour::accent2_soft},
                                  Command{"read", 232, 426, 92, Colour::good, Colour::good_soft}};
    constexpr double host = 66;
    constexpr double device = 214;
    constexpr double box_height = 44;
    const double finished = commands[2].device_x + commands[2].device_width;

    canvas.text({4, host}, "host", {.size = 17, .align = Align::start, .bold = true});
    canvas.text({4, device}, "device", {.size = 17, .align = Align::start, .bold = true});
    for (const double y : {host, device}) canvas.line({84, y}, {636, y}, {.colour = Colour::line});
    canvas.bracket({92, 34}, {296, 34}, -8, {.colour = Colour::muted});
    canvas.text({194, 12}, "enqueues", {.size = 16, .colour = Colour::muted});
    for (const Command& command : commands) {
        const Rect asked{command.host_x, host - box_height / 2, 64, box_height};
        const Rect done{command.device_x, device - box_height / 2, command.device_width, box_height};
        canvas.card(asked, command.words, {.fill = command.soft, .stroke = command.strong, .radius = 7},
                    {.size = 16});
        canvas.card(done, command.words, {.fill = command.strong, .radius = 7},
                    {.size = 17, .colour = Colour::on_solid, .bold = true});
        canvas.curved_arrow({asked.centre().x, asked.bottom()}, {asked.centre().x, asked.bottom() + 56},
                            {done.x + 22, done.y - 60}, {done.x + 22, done.y - 2},
                            {.colour = command.strong, .width = 2});
    }
    const Rect wait{302, host - box_height / 2, finished - 302, box_height};
    canvas.box(wait, {.fill = Colour::surface});
    canvas.hatch(wait, Colour::line, 10);
    canvas.box(wait, {.stroke = Colour::muted, .dash = "5 4"});
    canvas.card({wait.centre().x - 76, host - 13, 152, 26}, "waits in the read",
                {.fill = Colour::surface, .radius = 4}, {.size = 16});
    canvas.arrow({{finished, device - box_height / 2}, {finished, host + box_height / 2 + 2}},
                 {.colour = Colour::good, .width = 2.5});
    canvas.card({finished + 4, host - box_height / 2, 110, box_height}, "uses result",
                {.fill = Colour::surface, .stroke = Colour::line, .radius = 7});
    canvas.arrow({{92, 268}, {636, 268}}, {.colour = Colour::muted});
    canvas.text({82, 268}, "time", {.size = 15, .colour = Colour::muted, .align = Align::end});
}

void draw_vecadd(Canvas& canvas)
{
    constexpr std::array a{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
    constexpr std::array b{2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5};
    constexpr int shown = 5;
    constexpr double left = 36;
    constexpr double step = 37.7;
    constexpr double cell = 32;
    constexpr double row_a = 90;
    constexpr double row_b = 156;
    constexpr double row_sum = 222;

    canvas.text({left, 12}, "get_global_id(0)", {.size = 16, .align = Align::start, .mono = true});
    for (const auto& [words, y] : {std::pair{"a", row_a}, std::pair{"b", row_b}, std::pair{"sum", row_sum}})
        canvas.text({left - 2, y + cell / 2}, words, {.size = 15, .align = Align::end, .mono = true});
    for (int i = 0; i < 16; ++i) {
        const bool marked = i == shown;
        const double x = left + i * step;
        const double middle = x + step / 2 - 1;
        const auto index = static_cast<std::size_t>(i);
        const Colour edge = marked ? Colour::accent : Colour::line;
        const auto value = [&](double y, int number, Colour fill, Colour ink) {
            canvas.card({middle - cell / 2, y, cell, cell}, fmt::format("{}", number),
                        {.fill = fill, .stroke = edge, .width = marked ? 2.0 : 1.25, .radius = 3},
                        {.size = 16, .colour = ink, .bold = marked});
        };
        canvas.box({x, 30, step - 2.5, row_sum + cell - 24},
                   {.fill = marked ? Colour::accent_soft : Colour::surface, .radius = 8});
        canvas.circle({middle, 54}, 15,
                      {.fill = marked ? Colour::accent : Colour::paper,
                       .stroke = marked ? Colour::accent : Colour::muted});
        canvas.text({middle, 54}, fmt::format("{}", i),
                    {.size = 15, .colour = marked ? Colour::on_solid : Colour::ink, .bold = true});
        value(row_a, a.at(index), Colour::paper, Colour::ink);
        value(row_b, b.at(index), Colour::paper, Colour::ink);
        value(row_sum, a.at(index) + b.at(index), marked ? Colour::accent : Colour::paper,
              marked ? Colour::on_solid : Colour::ink);
        const Type sign{.size = 18, .colour = marked ? Colour::accent : Colour::muted, .bold = true};
        canvas.text({middle, (row_a + cell + row_b) / 2}, "+", sign);
        canvas.text({middle, (row_b + cell + row_sum) / 2}, "=", sign);
    }
}

const Register objects(
    {"objects", 640, 344, "Which OpenCL object is made from which",
     "Devices are made from a platform, the context from devices, the command queue from a device in the "
     "context, the program from source text, kernels from the built program. Queue, buffers, program and "
     "kernels all belong to the context.",
     draw_objects});
const Register journey(
    {"journey", 640, 284, "Commands are enqueued by the host and carried out later by the device",
     "The host enqueues a write, a kernel and a blocking read one right after the other. The device carries "
     "them out later, in order. The host waits in the read until the device has finished it.",
     draw_journey});
const Register vecadd(
    {"vecadd", 640, 264, "Sixteen work-items add two vectors",
     "Sixteen work-items with global ids 0 to 15. Each adds the elements of a and b at its own id and stores "
     "the result in sum at the same place; work-item 5 adds 9 and 8 to 17.",
     draw_vecadd});

} // namespace of_03_first_kernel
} // namespace figures
