// A reader's machine in one recording: its limits and four ladders, in a few minutes.
#pragma once

#include "runner.hpp"

#include "lockstep/formats/machine_recording.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::bench
{

/// Why a laptop is not at its own speed, in a sentence: it runs on its battery, or saves power; empty where nothing says so.
/// @param system where Linux tells it, "/sys".
std::string why_slowed(const std::filesystem::path& system);

/// The hottest of the processor's thermometers in degrees Celsius; nothing where the system tells of none.
std::optional<double> processor_celsius(const std::filesystem::path& system);

/// Measures the limits and the ladders of the recording, each climbed three times, at the sizes that the device's memory allows.
/// @throws Failure on a simulator, on a machine that saves power, and where the arithmetic got slower by a fifth meanwhile.
formats::MachineRecording measure_machine(Workbench& workbench, const std::string& command,
                                          const std::string& version, const Progress& progress);

} // namespace lockstep::bench
