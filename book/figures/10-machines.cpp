/// Chapter 10: block diagrams of devices, one drawing for all, and the table of their figures.
#include "figure.hpp"

#include "base/paths.hpp"
#include "lockstep/lens/profile.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace
{

namespace lens = lockstep::lens;

constexpr double width = 660;
constexpr double height = 352;

lens::Profile profile(std::string_view id)
{
    return lens::read_profile(lockstep::tool::own_source_dir() / "lens" / "devices" /
                              fmt::format("{}.json", id));
}

/// "GTX 480": without the words that only say who makes it.
std::string short_name(std::string name)
{
    for (const std::string_view word :
         {"NVIDIA ", "AMD ", "ATI ", "Intel ", "GeForce ", "Radeon ", "Instinct "})
        if (name.starts_with(word)) name.erase(0, word.size());
    return name;
}

std::string size(double bytes)
{
    if (bytes < 1024.0 * 1024) return fmt::format("{:g} KiB", bytes / 1024);
    return fmt::format("{:g} MiB", bytes / (1024.0 * 1024));
}

/// What lies on a chip, and in one of its compute units.
struct Machine
{
    std::string name = {};
    std::string year = {};
    unsigned units = 1;
    unsigned columns = 1;                 ///< in which the units are drawn
    std::vector<std::string> shared = {}; ///< what all units share, from the nearest to the memory
    std::string unit = {};                ///< what the maker calls a compute unit
    std::vector<std::string> control = {};
    unsigned simds = 1;
    unsigned lanes = 1;          ///< of one SIMD
    unsigned slots = 1;          ///< operations that a lane starts at once
    std::string lanes_note = {}; ///< below the lanes
    std::string scalar = {};     ///< empty: none
    std::string registers = {};
    std::string local = {};
    std::vector<std::string> caches = {}; ///< of the unit
};

/// The description of a GPU that has a profile: what the profile knows is taken from it.
Machine of_profile(std::string_view id, Machine machine)
{
    const lens::Profile gpu = profile(id);
    machine.name = short_name(gpu.name);
    machine.year = fmt::format("{}", gpu.year);
    machine.units = gpu.compute_units;
    machine.simds = gpu.unit.simds;
    machine.shared = {fmt::format("L2 cache, {}", size(gpu.caches.second_bytes))};
    if (gpu.caches.last_bytes > 0)
        machine.shared.push_back(fmt::format("Infinity Cache, {}", size(gpu.caches.last_bytes)));
    machine.shared.push_back(fmt::format("memory, {:g} GB/s", gpu.peak_gbps));
    machine.registers =
        fmt::format("registers, {}", size(double{1} * gpu.unit.registers * gpu.unit.register_bytes));
    machine.local = fmt::format("local memory, {}", size(gpu.unit.local_bytes));
    return machine;
}

/// What the profiles do not tell comes from the documents that the lesson lists.
Machine machine_of(std::string_view figure)
{
    if (figure == "10-hd5870")
        return of_profile("hd5870", {.columns = 5,
                                     .unit = "SIMD engine",
                                     .control = {"control"},
                                     .lanes = 16,
                                     .slots = 5,
                                     .lanes_note = "16 stream cores: x, y, z, w and t in one instruction",
                                     .caches = {"L1 cache, 8 KiB"}});
    if (figure == "10-gtx480")
        return of_profile("gtx480", {.columns = 5,
                                     .unit = "streaming multiprocessor",
                                     .control = {"scheduler", "scheduler"},
                                     .lanes = 16,
                                     .slots = 1,
                                     .lanes_note = "2 × 16 lanes",
                                     .caches = {"L1 cache, 16 KiB of the same 64"}});
    if (figure == "10-mi300x")
        return of_profile("mi300x", {.columns = 19,
                                     .unit = "compute unit",
                                     .control = {"one SIMD's turn each cycle"},
                                     .lanes = 16,
                                     .slots = 2,
                                     .lanes_note = "4 × 16 lanes, two floats each",
                                     .scalar = "scalar unit and registers",
                                     .caches = {"L1 cache, 32 KiB", "scalar cache, 16 KiB for two units"}});
    if (figure == "10-rx7900xtx")
        return of_profile("rx7900xtx", {.columns = 8,
                                        .unit = "work-group processor",
                                        .control = {"scheduler", "scheduler", "scheduler", "scheduler"},
                                        .lanes = 32,
                                        .slots = 2,
                                        .lanes_note = "4 × 32 lanes, two operations each",
                                        .scalar = "scalar unit and registers in each SIMD",
                                        .caches = {"L0 cache, 32 KiB", "L0 cache, 32 KiB"}});
    if (figure == "10-h200")
        return of_profile("h200", {.columns = 12,
                                   .unit = "streaming multiprocessor",
                                   .control = {"scheduler", "scheduler", "scheduler", "scheduler"},
                                   .lanes = 32,
                                   .slots = 1,
                                   .lanes_note = "4 × 32 lanes",
                                   .scalar = "uniform registers",
                                   .caches = {"L1 cache, in the same 256 KiB"}});
    if (figure == "10-arc-a770")
        return of_profile("arc-a770", {.columns = 8,
                                       .unit = "Xe-core",
                                       .control = {"8 threads in each engine"},
                                       .lanes = 8,
                                       .slots = 1,
                                       .lanes_note = "16 engines of 8 lanes",
                                       .caches = {"L1 cache, in the same 192 KiB"}});
    if (figure == "10-cell")
        return {.name = "Cell",
                .year = "2006",
                .units = 8,
                .columns = 4,
                .shared = {"ring bus (EIB)", "PPE: the host, with caches", "memory, 25.6 GB/s"},
                .unit = "SPE",
                .control = {"control, two instructions a cycle"},
                .simds = 1,
                .lanes = 4,
                .slots = 1,
                .lanes_note = "one vector of 4 floats",
                .scalar = "",
                .registers = "128 registers, 2 KiB",
                .local = "local store, 256 KiB: code and data",
                .caches = {"DMA engine (MFC), no cache"}};
    if (figure == "10-cpu")
        return {.name = "CPU",
                .year = "Zen 5, 2024",
                .units = 8,
                .columns = 4,
                .shared = {"L3 cache, 32 MiB", "memory"},
                .unit = "core",
                .control = {"branch prediction, decoding, reordering"},
                .simds = 2,
                .lanes = 16,
                .slots = 1,
                .lanes_note = "two pipes of 16 floats",
                .scalar = "6 scalar units",
                .registers = "32 vector registers, 2 KiB",
                .local = "local memory: a place in the caches",
                .caches = {"L1 cache, 48 KiB", "L2 cache, 1 MiB"}};
    throw std::logic_error(fmt::format("no machine is called {}", figure));
}

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
    canvas.text({128, 44}, fmt::format("{} compute units", machine.units),
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
    canvas.panel({left, 0, width - left, height}, "One compute unit", machine.unit);
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

/// One line of the table for each GPU, from its profile.
void draw_table(Canvas& canvas)
{
    constexpr std::array ids{"hd5870", "gtx480", "mi300x", "rx7900xtx", "h200", "arc-a770"};
    struct Column
    {
        double right;
        std::string_view title;
    };
    constexpr std::array columns{
        Column{196, "units"},         Column{250, "sub-\ngroup"}, Column{326, "registers\nof a unit"},
        Column{402, "local\nmemory"}, Column{470, "L2"},          Column{546, "GFLOP/s"},
        Column{604, "GB/s"},          Column{656, "ridge"}};
    for (const Column& column : columns)
        canvas.text({column.right, 18}, column.title,
                    {.size = 14, .colour = Colour::muted, .align = Align::end});
    double y = 56;
    for (const char* id : ids) {
        const lens::Profile gpu = profile(id);
        canvas.line({4, y - 16}, {656, y - 16}, {.colour = Colour::line, .width = 1});
        canvas.text({4, y}, fmt::format("{}, {}", short_name(gpu.name), gpu.year),
                    {.size = 14, .align = Align::start, .bold = true});
        const std::array cells{fmt::format("{}", gpu.compute_units),
                               fmt::format("{}", gpu.sub_group_size),
                               size(double{1} * gpu.unit.registers * gpu.unit.register_bytes),
                               size(gpu.unit.local_bytes),
                               size(gpu.caches.second_bytes),
                               fmt::format("{:g}", gpu.peak_gflops),
                               fmt::format("{:g}", gpu.peak_gbps),
                               fmt::format("{:.1f}", gpu.peak_gflops / gpu.peak_gbps)};
        for (std::size_t i = 0; i < cells.size(); ++i)
            canvas.text({columns[i].right, y}, cells[i], {.size = 14, .align = Align::end});
        y += 34;
    }
}

Figure figure_of(const char* name, const char* title, const char* description)
{
    return {name, width, height, title, description, draw_machine};
}

const Register hd5870(
    figure_of("10-hd5870", "The HD 5870 and one of its SIMD engines",
              "Twenty compute units. Each has one control, 16 stream cores that start five "
              "operations at once, 256 KiB of registers, 32 KiB of local memory and 8 KiB of L1 cache."));
const Register
    gtx480(figure_of("10-gtx480", "The GTX 480 and one of its multiprocessors",
                     "Fifteen compute units. Each has two schedulers, two rows of 16 lanes, 128 KiB of "
                     "registers, and 64 KiB that local memory and L1 cache share."));
const Register
    mi300x(figure_of("10-mi300x", "The MI300X and one of its compute units",
                     "304 compute units in eight dies of 38. Each has four SIMDs of 16 lanes, a scalar unit, "
                     "512 KiB of registers, 64 KiB of local memory, and L1 caches."));
const Register rx7900xtx(
    figure_of("10-rx7900xtx", "The RX 7900 XTX and one of its work-group processors",
              "48 work-group processors. Each has four SIMDs of 32 lanes with a scheduler and a "
              "scalar unit each, 768 KiB of registers, 128 KiB of local memory and two L0 caches."));
const Register h200(
    figure_of("10-h200", "The H200 and one of its multiprocessors",
              "132 compute units. Each has four schedulers with 32 lanes each, 256 KiB of registers, and "
              "256 KiB that local memory and L1 cache share."));
const Register arc(
    figure_of("10-arc-a770", "The Arc A770 and one of its Xe-cores",
              "32 Xe-cores. Each has 16 vector engines of 8 lanes, each engine with eight threads, 512 KiB "
              "of registers and 128 KiB of local memory."));
const Register
    cell(figure_of("10-cell", "Cell and one of its SPEs",
                   "Eight SPEs on a ring with the PPE. Each SPE has one vector unit of four floats, 128 "
                   "registers, 256 KiB of local store and a DMA engine, and no cache."));
const Register
    cpu(figure_of("10-cpu", "A processor of the Zen 5 generation and one of its cores",
                  "Eight cores share an L3 cache. Each has much control, two vector pipes of 16 floats, six "
                  "scalar units, few registers, and an L1 and an L2 cache of its own."));
const Register
    table({"10-figures", width, 252, "Figures of six GPUs",
           "Compute units, sub-group size, registers and local memory of a unit, L2 cache, peak arithmetic, "
           "peak bandwidth and the ridge of six GPUs, from their profiles.",
           draw_table});

} // namespace
} // namespace figures
