// The devices whose results the book shows: every DEVICE-ladders.json of a folder, named and ordered by devices.json.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::formats
{

/// A device, how tables and charts call it, and what it gave.
struct ShownDevice
{
    std::string id;      ///< of its file: "h200" of h200-ladders.json
    std::string label;   ///< in tables: "H200"
    std::string article; ///< of the label in a sentence: "an"
    std::string title;   ///< in charts: "NVIDIA H200"
    std::string
        against; ///< the id of a device of nearly the same kind, by whose figures its own are divided; empty: none
    DeviceResults results;
};

/// Those that devices.json lists, in its order, and then those that it does not, which are called as they call themselves.
/// @throws Failure with file, key and remedy; also where there is a name without results.
std::vector<ShownDevice> shown_devices(const std::filesystem::path& folder);

} // namespace lockstep::formats
