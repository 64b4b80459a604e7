// Measuring a reader's machine, and refusing one that is not at its own speed.
#include "share.hpp"

#include "climb.hpp"
#include "limits.hpp"
#include "results.hpp"
#include "statistics.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace lockstep::bench
{
namespace
{

namespace fs = std::filesystem;

constexpr double slowed_down =
    0.8; ///< of the arithmetic at the start: less behind the last ladder is no recording

/// The first word of a file; empty where it cannot be read.
std::string word_in(const fs::path& file)
{
    std::ifstream stream{file};
    std::string word;
    stream >> word;
    return word;
}

std::vector<fs::path> entries_of(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

bool is_of_processor(const std::string& zone)
{
    return zone == "x86_pkg_temp" || zone == "k10temp" || zone.find("cpu") != std::string::npos ||
           zone.find("soc") != std::string::npos;
}

/// Whether the device has room for the book's own sizes: two buffers of a gibibyte, and the system beside them.
bool has_room(const cl::Device& device)
{
    constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30U;
    return device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() >= 6 * gibibyte &&
           device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >= gibibyte;
}

std::string kind_of(const cl::Device& device)
{
    const cl_device_type type = device.getInfo<CL_DEVICE_TYPE>();
    return (type & CL_DEVICE_TYPE_GPU) != 0   ? "GPU"
           : (type & CL_DEVICE_TYPE_CPU) != 0 ? "CPU"
                                              : "accelerator";
}

void require_machine(const Workbench& workbench)
{
    const std::string name = workbench.device().getInfo<CL_DEVICE_NAME>().c_str();
    if (workbench.is_simulator() || name.find("Pocket") != std::string::npos)
        throw Failure(
            fmt::format("{} is no machine: it executes kernels to check them, not to be fast.", name),
            "LOCKSTEP_DEVICE=NAME ./lockstep bench --share FILE, with a device of ./lockstep devices");
    if (const std::string why = why_slowed("/sys"); !why.empty())
        throw Failure(why, "plug it in, choose the balanced or the fast power profile, and measure again");
}

} // namespace

std::string why_slowed(const fs::path& system)
{
    for (const fs::path& supply : entries_of(system / "class" / "power_supply"))
        if (word_in(supply / "type") == "Battery" && word_in(supply / "status") == "Discharging" &&
            word_in(supply / "scope") != "Device") // a mouse has a battery, too
            return "The machine runs on its battery, which slows most of them down.";
    const std::string profile = word_in(system / "firmware" / "acpi" / "platform_profile");
    if (profile == "low-power" || profile == "quiet" || profile == "cool")
        return fmt::format("The machine's power profile is '{}', which slows it down.", profile);
    return "";
}

std::optional<double> processor_celsius(const fs::path& system)
{
    std::optional<double> hottest;
    for (const fs::path& zone : entries_of(system / "class" / "thermal")) {
        if (!is_of_processor(word_in(zone / "type"))) continue;
        std::ifstream stream{zone / "temp"};
        if (double thousandths = 0; stream >> thousandths)
            hottest = std::max(hottest.value_or(-273), thousandths / 1000);
    }
    return hottest;
}

formats::MachineRecording measure_machine(Workbench& workbench, const std::string& command,
                                          const std::string& version, const Progress& progress)
{
    require_machine(workbench);
    const cl::Device& device = workbench.device();
    const Stopwatch watch;
    const bool small = !has_room(device);
    progress("the device's limits");
    DeviceLimits limits(workbench, small);
    formats::MachineRecording recording{.version = version,
                                        .kind = kind_of(device),
                                        .global_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>(),
                                        .max_clock_mhz = device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>(),
                                        .fma_before = to_four_digits(limits.measure(LimitKind::fma)),
                                        .celsius_before = processor_celsius("/sys"),
                                        .results = {}};
    for (const char* name : {"first_ladder", "reduction", "transpose", "matrix_multiply"}) {
        const RunOptions options{.ladders = {name},
                                 .input = find_ladder(name).cases().front(),
                                 .rung = "",
                                 .file = {},
                                 .quick = small,
                                 .budget_seconds = 0.2,
                                 .repeats = 3};
        for (formats::LadderResult& ladder : measure_ladders(workbench, limits, options, progress).ladders)
            recording.results.ladders.push_back(std::move(ladder));
    }
    recording.fma_after = to_four_digits(limits.measure(LimitKind::fma));
    recording.celsius_after = processor_celsius("/sys");
    if (recording.fma_after < slowed_down * recording.fma_before)
        throw Failure(
            fmt::format("The device multiplied and added {} GFLOP/s at first and {} at last: it was slowed "
                        "down meanwhile, so its figures do not belong together.",
                        recording.fma_before, recording.fma_after),
            "let it cool, stop what runs beside, and measure again");
    recording.results = with_origin(device, command, std::move(recording.results));
    recording.seconds = to_four_digits(watch.elapsed().count() / 1000);
    return recording;
}

} // namespace lockstep::bench
