/// Chapter 10: two GPUs of today in blocks, an H200 and an MI300X, drawn so that what differs is seen.
#include "10-profiles.hpp"
#include "figure.hpp"

#include "lockstep/text.hpp"

#include <fmt/format.h>

namespace figures
{
namespace of_10_machines
{

constexpr double width = 528;
constexpr double height = 396;
constexpr double unit_left = 212; // of the panel with one compute unit
constexpr double inner_left = unit_left + 8;
constexpr double inner_width = width - inner_left - 8;

constexpr Shape cache{.fill = Colour::violet_soft, .stroke = Colour::violet, .width = 1.25, .radius = 4};
constexpr Shape local{.fill = Colour::accent2_soft, .stroke = Colour::accent2, .width = 1.25, .radius = 4};
constexpr Shape registers{.fill = Colour::good_soft, .stroke = Colour::good, .width = 1.25, .radius = 4};
constexpr Shape plain{.fill = Colour::paper, .stroke = Colour::ink, .width = 1.25, .radius = 4};
constexpr Shape control{.fill = Colour::ink, .radius = 4};
constexpr Shape memory{.fill = Colour::bad_soft, .stroke = Colour::bad, .width = 1.25, .radius = 4};
constexpr Shape matrix{.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 2.5, .radius = 4};
constexpr Type words{.size = 14};
constexpr Type on_control{.size = 14, .colour = Colour::paper};

/// Compute units as cells, row by row.
void units(Canvas& canvas, Point origin, int count, int columns, double cell_width, double cell_height)
{
    for (int unit = 0; unit < count; ++unit)
        canvas.box(cell_rect(origin, unit % columns, unit / columns, cell_width, cell_height).inset(1),
                   {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 0.8, .radius = 1.5});
}

/// Arithmetic slots of one part of a unit: `stripes` floats in each.
void slots(Canvas& canvas, const Rect& area, int columns, int rows, int stripes)
{
    const double cell_width = area.width / columns;
    const double cell_height = area.height / rows;
    for (int slot = 0; slot < columns * rows; ++slot) {
        const Rect cell =
            cell_rect({area.x, area.y}, slot % columns, slot / columns, cell_width, cell_height).inset(1);
        const double part = cell.height / stripes;
        for (int stripe = 0; stripe < stripes; ++stripe)
            canvas.box({cell.x, cell.y + stripe * part, cell.width, part - (stripes > 1 ? 1 : 0)},
                       {.fill = Colour::accent, .radius = 1});
    }
}

/// The four parts of a unit side by side: slots, a matrix unit, registers. The row below begins at the value returned.
double quarters(Canvas& canvas, double top, int slot_rows, int stripes, const std::string& register_words)
{
    constexpr double part = inner_width / 4;
    for (int quarter = 0; quarter < 4; ++quarter) {
        const double left = inner_left + quarter * part + 2;
        slots(canvas, {left, top, part - 4, 52}, 8, slot_rows, stripes);
        canvas.card({left, top + 58, part - 4, 40}, "matrix\nunit", matrix, words);
        canvas.card({left, top + 104, part - 4, 40}, register_words, registers, words);
    }
    return top + 152;
}

std::string gigabytes(const lockstep::lens::Profile& gpu)
{
    return fmt::format("memory, {} GB/s", lockstep::with_commas(static_cast<std::uint64_t>(gpu.peak_gbps)));
}

void draw_h200(Canvas& canvas)
{
    const auto gpu = profile_of("h200");
    canvas.panel({0, 0, unit_left - 8, height}, "H200", "132 units");
    for (int half = 0; half < 2; ++half) {
        const double left = 8 + half * 96.0;
        canvas.text({left + 46, 54}, "66 units", {.size = 14, .colour = Colour::muted});
        units(canvas, {left, 68}, 66, 6, 15, 22);
        canvas.card({left, 316, 90, 30}, fmt::format("L2, {}", size_in_words(gpu.caches.second_bytes / 2.0)),
                    cache, words);
    }
    canvas.line({98, 331}, {104, 331}, {.colour = Colour::violet, .width = 4});
    canvas.card({8, 356, 188, 30}, gigabytes(gpu), memory, words);

    canvas.panel({unit_left, 0, width - unit_left, height}, "One unit", "a multiprocessor");
    constexpr double part = inner_width / 4;
    for (int quarter = 0; quarter < 4; ++quarter)
        canvas.card({inner_left + quarter * part + 2, 38, part - 4, 28}, "scheduler", control, on_control);
    double top = quarters(canvas, 74, 4, 1,
                          fmt::format("registers\n{}", size_in_words(gpu.unit.registers * double{1} *
                                                                     gpu.unit.register_bytes / 4)));
    canvas.text({inner_left + inner_width / 2, top + 8}, "4 × 32 arithmetic slots, 4 matrix units",
                {.size = 14, .colour = Colour::muted});
    top += 26;
    constexpr double half = inner_width / 2;
    canvas.card({inner_left, top, half, 44}, "local memory", local, words);
    canvas.card({inner_left + half, top, half, 44}, "L1 cache", cache, words);
    canvas.text({inner_left + half + half / 2, top + 56}, "together 256 KiB",
                {.size = 14, .colour = Colour::muted});
    canvas.card({inner_left + 12, top + 66, half - 24, 30}, "tile copies (TMA)", plain, words);
    const double copied = inner_left + half / 2;
    const double loaded = inner_left + half * 1.5;
    canvas.arrow({{copied, top + 66}, {copied, top + 47}});
    canvas.arrow({{copied, top + 120}, {copied, top + 98}});
    canvas.arrow({{loaded, top + 120}, {loaded, top + 68}});
    canvas.text({loaded + 10, top + 98}, "from L2", {.size = 14, .align = Align::start});
}

void draw_mi300x(Canvas& canvas)
{
    const auto gpu = profile_of("mi300x");
    canvas.panel({0, 0, unit_left - 8, height}, "MI300X", "304 units");
    for (int die = 0; die < 8; ++die) {
        const Rect area{8 + die % 4 * 47.0, 40 + die / 4 * 136.0, 45, 128};
        canvas.box(area, {.fill = Colour::paper, .stroke = Colour::ink, .width = 1.25, .radius = 4});
        units(canvas, {area.x + 4.5, area.y + 6}, 38, 4, 9, 9);
        canvas.card({area.x + 1.5, area.bottom() - 28, 42, 24}, size_in_words(gpu.caches.second_bytes / 8.0),
                    cache, words);
    }
    canvas.card({8, 316, 188, 30}, fmt::format("Infinity Cache, {}", size_in_words(gpu.caches.last_bytes)),
                cache, words);
    canvas.card({8, 356, 188, 30}, gigabytes(gpu), memory, words);

    canvas.panel({unit_left, 0, width - unit_left, height}, "One unit", "a compute unit");
    canvas.card({inner_left, 38, inner_width, 28}, "scheduler: each cycle another SIMD", control, on_control);
    double top = quarters(canvas, 74, 2, 2,
                          fmt::format("registers\n{}", size_in_words(gpu.unit.registers * double{1} *
                                                                     gpu.unit.register_bytes / 4)));
    canvas.text({inner_left + inner_width / 2, top + 8}, "4 SIMDs, 16 slots of two floats in each",
                {.size = 14, .colour = Colour::muted});
    top += 26;
    constexpr double half = inner_width / 2;
    canvas.card({inner_left, top, half - 3, 44},
                fmt::format("local memory\n{}", size_in_words(gpu.unit.local_bytes)), local, words);
    canvas.card({inner_left + half + 3, top, half - 3, 44},
                fmt::format("L1 cache\n{}", size_in_words(gpu.caches.first_bytes)), cache, words);
    canvas.card({inner_left, top + 54, half - 3, 62}, "scalar unit,\nscalar registers", plain, words);
    canvas.card({inner_left + half + 3, top + 54, half - 3, 62}, "scalar cache,\n16 KiB for 2 units", cache,
                words);
}

const Register
    h200({"10-h200", width, height, "The H200 and one of its multiprocessors",
          "132 compute units in two halves of 66, each half with a part of the L2 cache of 30 MiB; the "
          "parts are linked. A unit has four schedulers, each with 32 arithmetic slots, a matrix unit and "
          "64 KiB of registers; one memory of 256 KiB for local memory and L1 cache; and a unit that copies "
          "tiles, the TMA, "
          "that brings data from the L2 into local memory.",
          draw_h200});
const Register mi300x({"10-mi300x", width, height, "The MI300X and one of its compute units",
                       "Eight dies of 38 compute units, each die with an L2 cache of 4 MiB; below them the "
                       "Infinity Cache of 256 MiB "
                       "and the memory, which all dies share. A unit has one scheduler for four SIMDs of 16 "
                       "arithmetic slots of two "
                       "floats, each with a matrix unit and 128 KiB of registers; a scalar unit with "
                       "registers and a cache; and 64 KiB "
                       "of local memory and 32 KiB of L1 cache, which are apart.",
                       draw_mi300x});

} // namespace of_10_machines
} // namespace figures
