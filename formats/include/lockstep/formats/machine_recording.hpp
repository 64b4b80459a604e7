// What a reader's machine reached: `lockstep bench --share` writes it, and bench/machines holds what was accepted.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

struct MachineRecording
{
    std::string version;             ///< of the book whose kernels ran: "1.0.0"
    std::string kind;                ///< "CPU", "GPU" or "accelerator"
    std::uint64_t global_bytes = 0;  ///< of the device's memory
    std::uint64_t max_clock_mhz = 0; ///< as OpenCL tells it; some drivers tell 0 or 1
    double seconds = 0;              ///< that it took
    double fma_before = 0;           ///< GFLOP/s before the first ladder ...
    double fma_after = 0;            ///< ... and behind the last, so that a machine that slowed down shows
    std::string small{}; ///< why sizes are the small ones: "memory" from the first ladder on, "time" from
                         ///< some ladder on; empty: they are the book's
    std::optional<double> celsius_before{}; ///< of the processor; nothing where the system does not tell
    std::optional<double> celsius_after{};
    DeviceResults results;
};

/// The recording that a text holds. @param name stands for the file in errors. @throws Failure with file, key and remedy.
MachineRecording parse_machine_recording(std::string_view text, const std::string& name);

/// @throws Failure naming the file and what is wrong with it: cut, too large, no recording, one of another format.
MachineRecording read_machine_recording(const std::filesystem::path& file);

/// A recording with the file that holds it.
struct KnownMachine
{
    std::filesystem::path file;
    MachineRecording recording;
};

/// All recordings of a folder, by file name; none where there is no such folder. @throws Failure for one that cannot be read.
std::vector<KnownMachine> read_machines(const std::filesystem::path& folder);

/// The rung of a ladder with the highest median; null where none has a figure.
const RungResult* best_of(const LadderResult& ladder);

/// As it stands in the file.
std::string text_of(const MachineRecording& recording);

} // namespace lockstep::formats
