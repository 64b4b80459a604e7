/// Chapter 2: the platform model, the ICD loader, and a policy that chooses a device.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_02_platforms
{

/// A compute unit with its processing elements in `columns` × `rows`.
void compute_unit(Canvas& canvas, const Rect& rect, int columns, int rows, Colour colour)
{
    canvas.box(rect, {.fill = Colour::surface, .stroke = Colour::line, .radius = 5});
    const Rect inner = rect.inset(6);
    const double width = inner.width / columns;
    const double height = inner.height / rows;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            canvas.box(cell_rect({inner.x, inner.y}, column, row, width, height).inset(2),
                       {.fill = colour, .radius = 2});
}

void draw_platform_model(Canvas& canvas)
{
    constexpr Type strong{.size = 17, .bold = true};
    canvas.card({220, 4, 200, 44}, "Host: your program", {.fill = Colour::ink, .radius = 8},
                {.size = 17, .colour = Colour::paper, .bold = true});

    canvas.panel({4, 96, 308, 300}, "Platform", "for CPUs");
    canvas.panel({328, 96, 308, 300}, "Platform", "for GPUs");
    canvas.arrow({{270, 49}, {270, 70}, {158, 70}, {158, 94}});
    canvas.arrow({{370, 49}, {370, 70}, {482, 70}, {482, 94}});

    const Rect cpu{20, 136, 276, 246};
    const Rect gpu{344, 136, 276, 246};
    for (const Rect& device : {cpu, gpu})
        canvas.box(device, {.fill = Colour::paper, .stroke = Colour::muted, .radius = 8});
    canvas.text({cpu.centre().x, cpu.y + 21}, "Device: a CPU", strong);
    canvas.text({gpu.centre().x, gpu.y + 21}, "Device: a GPU", strong);
    for (int i = 0; i < 4; ++i)
        compute_unit(canvas, {cpu.x + 14 + i % 2 * 127.0, cpu.y + 42 + i / 2 * 100.0, 121, 92}, 2, 1,
                     Colour::accent);
    for (int i = 0; i < 9; ++i)
        compute_unit(canvas, {gpu.x + 14 + i % 3 * 84.0, gpu.y + 42 + i / 3 * 66.0, 80, 60}, 4, 3,
                     Colour::accent2);

    const Type small{.size = 16};
    canvas.arrow({{110, 410}, {110, 370}}, {.colour = Colour::ink});
    canvas.text({110, 424}, "compute unit", small);
    canvas.arrow({{458, 410}, {458, 362}}, {.colour = Colour::ink});
    canvas.text({458, 424}, "processing element", small);
}

constexpr Type code{.size = 15, .mono = true};

void find_drivers(Canvas& canvas)
{
    canvas.panel({4, 0, 632, 206}, "Finding the drivers", "once per process");
    canvas.card({18, 48, 118, 48}, "your program",
                {.fill = Colour::paper, .stroke = Colour::line, .radius = 7});
    canvas.card({18, 136, 118, 52}, "libOpenCL.so\nthe loader", {.fill = Colour::ink, .radius = 7},
                {.size = 15, .colour = Colour::paper});
    canvas.arrow({{77, 97}, {77, 134}});

    const Rect folder{178, 44, 232, 148};
    canvas.box(folder, {.fill = Colour::paper, .stroke = Colour::line, .radius = 7});
    canvas.label({folder.x, folder.y + 6, folder.width, 22}, "/etc/OpenCL/vendors", code);
    canvas.arrow({{137, 162}, {156, 162}, {156, 118}, {176, 118}});

    constexpr std::array<std::array<std::string_view, 3>, 2> drivers{
        {{"pocl.icd", "libpocl.so.2.10.0", "driver 1\nCPU"},
         {"nvidia.icd", "libnvidia-opencl.so.1", "driver 2\nGPU"}}};
    for (std::size_t i = 0; i < drivers.size(); ++i) {
        const Colour strong = i == 0 ? Colour::accent : Colour::accent2;
        const double y = folder.y + 34 + static_cast<double>(i) * 58;
        canvas.box({folder.x + 8, y, folder.width - 16, 50},
                   {.fill = Colour::surface, .stroke = strong, .radius = 5});
        canvas.text({folder.x + 18, y + 15}, drivers.at(i)[0],
                    {.size = 15, .colour = strong, .align = Align::start, .bold = true});
        canvas.text({folder.x + 18, y + 36}, drivers.at(i)[1],
                    {.size = 15, .align = Align::start, .mono = true});
        canvas.arrow({{folder.right() - 8, y + 25}, {480, y + 25}}, {.colour = strong, .width = 2.25});
        canvas.card({482, y, 140, 50}, drivers.at(i)[2], {.fill = strong, .radius = 7},
                    {.size = 16, .colour = Colour::on_solid, .bold = true});
    }
    canvas.text({447, folder.y + 34 + 54}, "loads", {.size = 15, .colour = Colour::muted});
}

void call_driver(Canvas& canvas)
{
    constexpr double top = 220;
    canvas.panel({4, top, 632, 268}, "Calling a function", "the object knows its driver");
    canvas.text({18, top + 52}, "clFinish(queue)", {.size = 16, .align = Align::start, .mono = true});
    for (int i = 0; i < 2; ++i) {
        const Colour strong = i == 0 ? Colour::accent : Colour::accent2;
        const Colour soft = i == 0 ? Colour::accent_soft : Colour::accent2_soft;
        const double y = top + 76 + i * 94.0;
        canvas.text({18, y + 12}, i == 0 ? "a queue of driver 1" : "a queue of driver 2",
                    {.size = 15, .colour = Colour::muted, .align = Align::start});
        canvas.card({18, y + 26, 96, 36}, "dispatch", {.fill = soft, .stroke = strong, .radius = 3},
                    {.size = 15, .mono = true});
        canvas.card({114, y + 26, 56, 36}, "…", {.fill = Colour::paper, .stroke = Colour::line, .radius = 3});

        const Rect table{236, y, 190, 84};
        canvas.box(table, {.fill = Colour::paper, .stroke = Colour::line, .radius = 5});
        canvas.label({table.x, table.y + 2, table.width, 26}, "clFlush",
                     {.size = 15, .colour = Colour::muted, .mono = true});
        canvas.card({table.x, table.y + 28, table.width, 28}, "clFinish", {.fill = soft, .stroke = strong},
                    code);
        canvas.label({table.x, table.y + 56, table.width, 26}, "clEnqueueReadBuffer",
                     {.size = 15, .colour = Colour::muted, .mono = true});
        canvas.arrow({{66, y + 63}, {66, y + 75}, {204, y + 75}, {204, y + 14}, {234, y + 14}},
                     {.colour = strong, .width = 2.25});
        canvas.arrow({{table.right(), y + 42}, {480, y + 42}}, {.colour = strong, .width = 2.25});
        canvas.card({482, y + 18, 140, 48}, i == 0 ? "driver 1" : "driver 2", {.fill = strong, .radius = 7},
                    {.size = 16, .colour = Colour::on_solid, .bold = true});
    }
    canvas.text({331, top + 52}, "dispatch tables", {.size = 15, .colour = Colour::muted});
}

void draw_icd_loader(Canvas& canvas)
{
    find_drivers(canvas);
    call_driver(canvas);
}

struct Device
{
    std::string_view kind;
    bool has_double;
    int local_kib;
    int global_gib;
};

void draw_policy(Canvas& canvas)
{
    constexpr std::array devices{Device{"GPU", false, 64, 24}, Device{"CPU", true, 512, 256},
                                 Device{"GPU", true, 32, 32},  Device{"GPU", true, 64, 16},
                                 Device{"GPU", true, 48, 80},  Device{"FPGA", true, 64, 8}};
    constexpr std::array<std::string_view, 4> filters{"double precision", "at least 48 KiB of local memory",
                                                      "prefer a GPU", "most global memory"};
    int most = 0;
    for (const Device& d : devices)
        if (d.has_double && d.local_kib >= 48 && d.kind == "GPU") most = std::max(most, d.global_gib);
    const auto passes = [&](const Device& d, std::size_t filter) {
        switch (filter) {
        case 0:
            return d.has_double;
        case 1:
            return d.local_kib >= 48;
        case 2:
            return d.kind == "GPU";
        default:
            return d.global_gib == most;
        }
    };
    constexpr double first_bar = 168;
    constexpr double bar_step = 64;
    constexpr double bar_height = 32;
    const auto bar_y = [](std::size_t filter) { return first_bar + static_cast<double>(filter) * bar_step; };

    for (std::size_t i = 0; i < devices.size(); ++i) {
        const Device& device = devices[i];
        const Rect place{4 + static_cast<double>(i) * 106.8, 2, 98, 120};
        std::size_t stop = 0;
        while (stop < filters.size() && passes(device, stop)) ++stop;
        const bool chosen = stop == filters.size();
        const Colour lane = chosen ? Colour::good : Colour::muted;
        canvas.box(place, {.fill = chosen ? Colour::good_soft : Colour::surface,
                           .stroke = chosen ? Colour::good : Colour::line,
                           .width = chosen ? 2.5 : 1.5,
                           .radius = 8});
        canvas.label({place.x, place.y + 6, place.width, 24}, device.kind, {.size = 17, .bold = true});
        canvas.label({place.x, place.y + 34, place.width, 80},
                     fmt::format("{}\n{} KiB\n{} GiB", device.has_double ? "double" : "no double",
                                 device.local_kib, device.global_gib),
                     {.size = 15});
        const double x = place.centre().x;
        if (chosen) {
            canvas.arrow({{x, place.bottom()}, {x, bar_y(4) + 10}}, {.colour = lane, .width = 4});
            canvas.card({x - 60, bar_y(4) + 12, 120, 36}, "this one", {.fill = Colour::good, .radius = 8},
                        {.size = 17, .colour = Colour::on_solid, .bold = true});
            continue;
        }
        canvas.line({x, place.bottom()}, {x, bar_y(stop) - 16}, {.colour = lane, .width = 2.25});
        canvas.cross({x, bar_y(stop) - 11}, 7, {.colour = Colour::bad, .width = 3});
    }
    for (std::size_t filter = 0; filter < filters.size(); ++filter)
        canvas.card({4, bar_y(filter), 632, bar_height}, filters.at(filter),
                    {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 6},
                    {.size = 17, .bold = true});
}

const Register
    platform_model({"platform-model", 640, 438, "The platform model",
                    "The host talks to two platforms. One holds a CPU device with four compute units of two "
                    "processing elements, the other a GPU device with nine compute units of twelve.",
                    draw_platform_model});
const Register icd_loader(
    {"icd-loader", 640, 488, "How the loader finds drivers and how a call finds its driver",
     "The program is linked to libOpenCL, the loader, which reads the files in /etc/OpenCL/vendors; each "
     "names the library of a driver, which the loader loads. Every OpenCL object begins with a pointer to "
     "the dispatch table of its driver; clFinish on a queue follows it to that driver's own function.",
     draw_icd_loader});
const Register
    policy({"policy", 640, 476, "A policy that leaves one of six devices",
            "Six devices pass four filters in turn: double precision, at least 48 kibibytes of local memory, "
            "prefer a GPU, most global memory. One GPU with 80 gibibytes is left.",
            draw_policy});

} // namespace of_02_platforms
} // namespace figures
