// The ladders' rungs, forecast from counts and beside what was measured.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Prints each rung's forecast and measurement, and how far off the forecasts are. `words` may be ladders, "--count", which counts
/// every rung anew at two sizes with the parameters that it was measured with (bench/results/launch-counts.json; of
/// ladders that are named only those), and "--record", which writes bench/results/DEVICE-forecast.json.
/// Returns an exit status: done, or skipped where something must be counted and Oclgrind is missing.
/// @throws Failure for a word, a ladder or a device that there is not.
int show_ladder_forecast(const std::filesystem::path& runner, const std::vector<std::string>& words,
                         const std::string& device);

} // namespace lockstep::tool
