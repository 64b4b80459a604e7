// Measuring a reader's machine, and refusing one that is not at its own speed.
#include "share.hpp"

#include "climb.hpp"
#include "limits.hpp"
#include "results.hpp"
#include "statistics.hpp"

#include <lockstep/error.hpp>
#include <lockstep/failure.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

/// The time that the steps share, the limits and then each ladder. One that takes longer than its part shows a slow device, on which
/// the steps behind it are measured at the small sizes.
class Pace
{
public:
    Pace(std::size_t steps, bool has_room) : steps_(steps), small_(has_room ? "" : "memory") {}

    /// Seconds of the step that begins: an equal part of what is left.
    double begin()
    {
        step_.restart();
        part_ = std::max(0.0, most_seconds - seconds()) / static_cast<double>(steps_--);
        return part_;
    }

    void end()
    {
        if (small_.empty() && step_.elapsed().count() > 1000 * part_) small_ = "time";
    }

    double seconds() const { return all_.elapsed().count() / 1000; }

    /// Why the small sizes are measured; empty where the book's own are.
    const std::string& small() const { return small_; }

private:
    static constexpr double most_seconds = 480;
    Stopwatch all_;
    Stopwatch step_;
    double part_ = 0;
    std::size_t steps_;
    std::string small_;
};

void require_speed_kept(const formats::MachineRecording& recording)
{
    if (recording.fma_after < slowed_down * recording.fma_before)
        throw Failure(
            fmt::format("The device multiplied and added {} GFLOP/s at first and {} at last: it was slowed "
                        "down meanwhile, so its figures do not belong together.",
                        recording.fma_before, recording.fma_after),
            "let it cool, stop what runs beside, and measure again");
}

formats::MachineRecording measured(Workbench& workbench, const std::string& command,
                                   const std::string& version, const Progress& progress)
{
    const cl::Device& device = workbench.device();
    const std::array ladders{"first_ladder", "reduction", "transpose", "matrix_multiply"};
    Pace pace(1 + ladders.size(), has_room(device));
    progress("the device's limits");
    pace.begin();
    DeviceLimits limits(workbench, !pace.small().empty());
    pace.end();
    formats::MachineRecording recording{.version = version,
                                        .kind = kind_of(device),
                                        .global_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>(),
                                        .max_clock_mhz = device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>(),
                                        .fma_before = to_four_digits(limits.measure(LimitKind::fma)),
                                        .celsius_before = processor_celsius("/sys"),
                                        .results = {}};
    for (const char* name : ladders) {
        const RunOptions options{.ladders = {name},
                                 .input = find_ladder(name).cases().front(),
                                 .rung = "",
                                 .file = {},
                                 .quick = !pace.small().empty(),
                                 .budget_seconds = 0.2,
                                 .repeats = 3,
                                 .case_seconds = pace.begin()};
        for (formats::LadderResult& ladder : measure_ladders(workbench, limits, options, progress).ladders)
            recording.results.ladders.push_back(std::move(ladder));
        pace.end();
    }
    recording.small = pace.small();
    recording.fma_after = to_four_digits(limits.measure(LimitKind::fma));
    recording.celsius_after = processor_celsius("/sys");
    require_speed_kept(recording);
    recording.results = with_origin(device, command, std::move(recording.results));
    recording.seconds = to_four_digits(pace.seconds());
    return recording;
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

formats::MachineRecording unless_lost(const std::function<formats::MachineRecording()>& measure)
{
    try {
        return measure();
    } catch (const cl::Error& error) {
        throw Failure(fmt::format("The device failed half-way, and nothing is written: {}", describe(error)),
                      "./lockstep devices, and measure again when it is there");
    }
}

formats::MachineRecording measure_machine(Workbench& workbench, const std::string& command,
                                          const std::string& version, const Progress& progress)
{
    require_machine(workbench);
    return unless_lost([&] { return measured(workbench, command, version, progress); });
}

} // namespace lockstep::bench
