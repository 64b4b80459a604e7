/// Chapter 10: block diagrams of devices, one drawing for all.
#include "figure.hpp"
#include "machines.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace figures
{
namespace
{

constexpr double width = 660;
constexpr double height = 352;

void unit_cells(Canvas& canvas, const Rect& area, const Machine& machine)
{
    const unsigned rows = (machine.units + machine.columns - 1) / machine.columns;
    const double side = std::min({area.width / machine.columns, area.height / rows, 40.0});
    const double left = area.x + (area.width - side * machine.columns) / 2;
    for (unsigned unit = 0; unit < machine.units; ++unit) {
        const Rect cell = cell_rect({left, area.y}, static_cast<int>(unit % machine.columns),
                                    static_cast<int>(unit / machine.columns), side, side);
        canvas.box(cell.inset(side > 12 ? 2 : 0.7), {.fill = Colour::accent_soft,
                                                     .stroke = Colour::accent,
                                                     .width = side > 12 ? 1.25 : 0.6,
                                                     .radius = side > 12 ? 3.0 : 1.0});
    }
}

void chip(Canvas& canvas, const Machine& machine)
{
    canvas.panel({0, 0, 256, height}, machine.name, machine.year);
    constexpr double row = 36;
    const double shared = height - 10 - row * static_cast<double>(machine.shared.size());
    canvas.text({128, 44}, fmt::format("{} {}s", machine.units, machine.unit_name),
                {.size = 15, .colour = Colour::muted});
    unit_cells(canvas, {12, 62, 232, shared - 72}, machine);
    double top = shared;
    for (const std::string& words : machine.shared) {
        const bool memory = words.starts_with("memory");
        canvas.card({12, top, 232, row - 6}, words,
                    {.fill = memory ? Colour::bad_soft : Colour::violet_soft,
                     .stroke = memory ? Colour::bad : Colour::violet,
                     .width = 1.25,
                     .radius = 4},
                    {.size = 15});
        top += row;
    }
}

/// The lanes of the unit: as many cells as there are lanes, a stripe for each operation that a lane starts.
double lanes(Canvas& canvas, const Rect& area, const Machine& machine)
{
    const unsigned in_a_row = machine.simds > 4 ? 8U : std::max(machine.simds, 2U);
    const unsigned block_rows = (machine.simds + in_a_row - 1) / in_a_row;
    const bool alone = machine.simds == 1;
    const double block_width = alone ? area.width : area.width / in_a_row;
    const unsigned columns = alone ? machine.lanes : machine.lanes / (machine.lanes > 8 ? 4 : 2);
    const unsigned rows = machine.lanes / columns;
    const double cell_width = (block_width - 8) / columns;
    const double cell_height = alone ? 48 : block_rows > 1 ? 14 : 60.0 / rows;
    for (unsigned simd = 0; simd < machine.simds; ++simd) {
        const Point origin{area.x + (simd % in_a_row) * block_width + 4,
                           area.y + (simd / in_a_row) * (rows * cell_height + 8)};
        for (unsigned lane = 0; lane < machine.lanes; ++lane) {
            const Rect cell = cell_rect(origin, static_cast<int>(lane % columns),
                                        static_cast<int>(lane / columns), cell_width, cell_height)
                                  .inset(1);
            for (unsigned slot = 0; slot < machine.slots; ++slot) {
                const double part = cell.height / machine.slots;
                canvas.box({cell.x, cell.y + slot * part, cell.width, part - (machine.slots > 1 ? 1 : 0)},
                           {.fill = Colour::accent, .radius = 1.5});
            }
        }
    }
    return area.y + block_rows * (rows * cell_height + 8);
}

void unit(Canvas& canvas, const Machine& machine)
{
    constexpr double left = 270;
    constexpr double inner = 282;
    constexpr double inner_width = width - inner - 12;
    canvas.panel({left, 0, width - left, height}, fmt::format("One {}", machine.unit_name), machine.unit);
    double top = 38;
    const double part = inner_width / static_cast<double>(machine.control.size());
    for (std::size_t i = 0; i < machine.control.size(); ++i)
        canvas.card({inner + static_cast<double>(i) * part + 1, top, part - 2, 30}, machine.control[i],
                    {.fill = Colour::ink, .radius = 4}, {.size = 15, .colour = Colour::paper});
    top = lanes(canvas, {inner, top + 40, inner_width, 60}, machine);
    canvas.text({inner + inner_width / 2, top + 8}, machine.lanes_note,
                {.size = 15, .colour = Colour::muted});
    top += 24;
    const auto row = [&](const std::string& words, Colour fill, Colour stroke) {
        canvas.card({inner, top, inner_width, 28}, words,
                    {.fill = fill, .stroke = stroke, .width = 1.25, .radius = 4}, {.size = 15});
        top += 34;
    };
    if (!machine.scalar.empty()) row(machine.scalar, Colour::paper, Colour::ink);
    row(machine.registers, Colour::good_soft, Colour::good);
    row(machine.local, Colour::accent2_soft, Colour::accent2);
    for (const std::string& words : machine.caches) row(words, Colour::violet_soft, Colour::violet);
}

void draw_machine(Canvas& canvas)
{
    const Machine machine = machine_of(canvas.name());
    chip(canvas, machine);
    unit(canvas, machine);
}

Figure figure_of(const char* name, const char* title, const char* description)
{
    return {name, width, height, title, description, draw_machine};
}

const Register hd5870(
    figure_of("10-hd5870", "The HD 5870 and one of its SIMD engines",
              "Twenty compute units. Each has one control, 16 stream cores that start five "
              "operations at once, 256 KiB of registers, 32 KiB of local memory and 8 KiB of L1 cache."));
const Register gtx480(
    figure_of("10-gtx480", "The GTX 480 and one of its multiprocessors",
              "Fifteen compute units. Each has two schedulers, two rows of 16 arithmetic slots, 128 KiB of "
              "registers, and 64 KiB that local memory and L1 cache share."));
const Register mi300x(figure_of("10-mi300x", "The MI300X and one of its compute units",
                                "304 compute units in eight dies of 38, each die with 4 MiB of L2 cache. A "
                                "unit has four SIMDs of 16 arithmetic slots, a scalar unit, "
                                "512 KiB of registers, 64 KiB of local memory, and L1 caches."));
const Register rx7900xtx(figure_of(
    "10-rx7900xtx", "The RX 7900 XTX and one of its work-group processors",
    "48 work-group processors, of which four share an L1 cache. Each has four SIMDs of 32 arithmetic slots "
    "with a scheduler and a "
    "scalar unit each, 768 KiB of registers, 128 KiB of local memory and two L0 caches."));
const Register h200(figure_of(
    "10-h200", "The H200 and one of its multiprocessors",
    "132 compute units. Each has four schedulers with 32 arithmetic slots each, 256 KiB of registers, and "
    "256 KiB that local memory and L1 cache share."));
const Register arc(figure_of(
    "10-arc-a770", "The Arc A770 and one of its Xe-cores",
    "32 Xe-cores. Each has 16 vector engines of 8 arithmetic slots, each engine with eight threads, 512 KiB "
    "of registers and 128 KiB of local memory."));
const Register
    cell(figure_of("10-cell", "Cell and one of its SPEs",
                   "Eight SPEs on a ring with the PPE. Each SPE has one vector unit of four floats, 128 "
                   "registers, 256 KiB of local store and a DMA engine, and no cache."));
const Register
    cpu(figure_of("10-cpu", "A processor of the Zen 5 generation and one of its cores",
                  "Eight cores share an L3 cache. Each has much control, two vector pipes of 16 floats, six "
                  "integer units, 384 vector registers, and an L1 and an L2 cache of its own."));

} // namespace
} // namespace figures
