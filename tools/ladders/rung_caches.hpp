// lockstep bench --caches: the model of caches beside a GPU's counters, on the ladders' rungs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Counts again what bench/results/DEVICE-rung-counters.json has, with the model of caches and the registers that stand there.
/// @param runner the program of the ladders
/// @param words ladders (none: all), and --record, which writes bench/results/DEVICE-caches.json and leaves other ladders in it as they are
/// @return the command's status. @throws Failure for a ladder without counters
int show_rung_caches(const std::filesystem::path& runner, const std::vector<std::string>& words,
                     const std::string& device);

} // namespace lockstep::tool
