/// Chapter 10: the devices that its block diagrams draw.
#include "machines.hpp"

#include "base/paths.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace figures
{

namespace lens = lockstep::lens;

lens::Profile profile_of(std::string_view id)
{
    return lens::read_profile(lockstep::tool::own_source_dir() / "lens" / "devices" /
                              fmt::format("{}.json", id));
}

std::string short_name(std::string name)
{
    for (const std::string_view word :
         {"NVIDIA ", "AMD ", "ATI ", "Intel ", "GeForce ", "Radeon ", "Instinct "})
        if (name.starts_with(word)) name.erase(0, word.size());
    return name;
}

std::string size_in_words(double bytes)
{
    if (bytes < 1024.0 * 1024) return fmt::format("{:g} KiB", bytes / 1024);
    return fmt::format("{:g} MiB", bytes / (1024.0 * 1024));
}

namespace
{

/// The description of a GPU that has a profile: what the profile knows is taken from it.
/// Caches that `machine.shared` names stand for the profile's L2.
Machine of_profile(std::string_view id, Machine machine)
{
    const lens::Profile gpu = profile_of(id);
    machine.name = short_name(gpu.name);
    machine.year = fmt::format("{}", gpu.year);
    machine.units = gpu.compute_units;
    machine.simds = gpu.unit.simds;
    if (machine.shared.empty())
        machine.shared = {fmt::format("L2 cache, {}", size_in_words(gpu.caches.second_bytes))};
    if (gpu.caches.last_bytes > 0)
        machine.shared.push_back(fmt::format("Infinity Cache, {}", size_in_words(gpu.caches.last_bytes)));
    machine.shared.push_back(fmt::format("memory, {:g} GB/s", gpu.peak_gbps));
    machine.registers =
        fmt::format("registers, {}", size_in_words(double{1} * gpu.unit.registers * gpu.unit.register_bytes));
    machine.local = fmt::format("local memory, {}", size_in_words(gpu.unit.local_bytes));
    return machine;
}

} // namespace

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
                                     .lanes_note = "2 × 16 arithmetic slots",
                                     .caches = {"L1 cache, 16 KiB of the same 64"}});
    if (figure == "10-mi300x")
        return of_profile("mi300x", {.columns = 19,
                                     .shared = {"L2 cache, 4 MiB in each die"},
                                     .unit = "compute unit",
                                     .control = {"one SIMD's turn each cycle"},
                                     .lanes = 16,
                                     .slots = 2,
                                     .lanes_note = "4 × 16 arithmetic slots, two floats each",
                                     .scalar = "scalar unit and registers",
                                     .caches = {"L1 cache, 32 KiB", "scalar cache, 16 KiB for two units"}});
    if (figure == "10-rx7900xtx")
        return of_profile("rx7900xtx", {.columns = 8,
                                        .shared = {"L1 caches, 12 × 256 KiB", "L2 cache, 6 MiB"},
                                        .unit = "work-group processor",
                                        .control = {"scheduler", "scheduler", "scheduler", "scheduler"},
                                        .lanes = 32,
                                        .slots = 2,
                                        .lanes_note = "4 × 32 arithmetic slots, two operations each",
                                        .scalar = "scalar unit and registers in each SIMD",
                                        .caches = {"two L0 caches, 32 KiB each", "scalar cache, 16 KiB"}});
    if (figure == "10-h200")
        return of_profile("h200", {.columns = 12,
                                   .unit = "streaming multiprocessor",
                                   .control = {"scheduler", "scheduler", "scheduler", "scheduler"},
                                   .lanes = 32,
                                   .slots = 1,
                                   .lanes_note = "4 × 32 arithmetic slots",
                                   .scalar = "uniform registers",
                                   .caches = {"L1 cache, in the same 256 KiB"}});
    if (figure == "10-arc-a770")
        return of_profile("arc-a770", {.unit_name = "Xe-core",
                                       .columns = 8,
                                       .unit = "holds work-groups",
                                       .control = {"8 threads in each engine"},
                                       .lanes = 8,
                                       .slots = 1,
                                       .lanes_note = "16 engines of 8 arithmetic slots",
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
                .lanes_note = "two multiply-add pipes of 16",
                .scalar = "6 scalar units",
                .registers = "384 vector registers, 24 KiB",
                .local = "local memory: a place in the caches",
                .caches = {"L1 cache, 48 KiB", "L2 cache, 1 MiB"}};
    throw std::logic_error(fmt::format("no machine is called {}", figure));
}

} // namespace figures
