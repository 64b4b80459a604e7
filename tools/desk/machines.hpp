// Recordings of readers' machines: believed or not, and taken in.
#pragma once

#include "lockstep/formats/machine_recording.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Why a recording is not believed, in a sentence; empty where nothing speaks against it: it is of this release, has the four
/// ladders with all their figures, no figure contradicts another, none is above the device's limit or above what a chip of
/// that many units and that clock can do, and it is like the recordings of the same device.
/// @param today "2026-11-30"
std::string why_not_believed(const formats::MachineRecording& recording,
                             const std::vector<formats::KnownMachine>& known, const std::string& version,
                             const std::string& today);

/// The name of the file that a recording is kept in: "nvidia-h200-2026-11-30.json", or with a number where that is taken.
std::string file_name_of(const formats::MachineRecording& recording, const std::filesystem::path& folder);

/// A line for each machine: device, kind, driver, and what of its limits it reached.
std::string machines_text(const std::vector<formats::KnownMachine>& machines);

/// One recording as a picture that stands by itself.
std::string card_svg(const formats::MachineRecording& recording);

} // namespace lockstep::tool
