// A reader's machine in one recording: its limits and four ladders, in a few minutes.
#pragma once

#include "runner.hpp"

#include "lockstep/formats/machine_recording.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace lockstep::bench
{

/// Why a laptop is not at its own speed, in a sentence: it runs on its battery, or saves power; empty where nothing says so.
/// @param system where Linux tells it, "/sys".
std::string why_slowed(const std::filesystem::path& system);

/// The hottest of the processor's thermometers in degrees Celsius; nothing where the system tells of none.
std::optional<double> processor_celsius(const std::filesystem::path& system);

/// What was measured. @throws Failure in a sentence where the device fails meanwhile: a driver that was restarted, a card that was pulled.
formats::MachineRecording unless_lost(const std::function<formats::MachineRecording()>& measure);

/// Measures the limits and the ladders of the recording, at the sizes that the device's memory allows, in about eight minutes at most:
/// each ladder is climbed three times, a slow device's fewer times, and at smaller sizes where even one climb takes too long.
/// @throws Failure on a simulator, on a machine that saves power, where the arithmetic got slower by a fifth meanwhile, and where the
/// device fails.
formats::MachineRecording measure_machine(Workbench& workbench, const std::string& command,
                                          const std::string& version, const Progress& progress);

} // namespace lockstep::bench
