// The ladders' rungs, forecast from counts and beside what was measured.
#pragma once

#include "base/status.hpp"
#include "ladders/ladder_runner.hpp"

namespace lockstep::tool
{

struct ForecastOptions : LadderOptions
{
    /// Count first: each rung at two sizes with the parameters that it was measured with; of ladders that are named all, else
    /// those that were not counted yet (bench/results/launch-counts.json).
    bool count = false;
};

/// Prints each rung's forecast and measurement, and how far off the forecasts are; records them in
/// bench/results/DEVICE-forecast.json. Returns an exit status: done, or skipped where something must be counted and Oclgrind is
/// missing. @throws Failure for a ladder or a device that there is not.
int show_ladder_forecast(const std::filesystem::path& runner, const ForecastOptions& options);

/// Whether what a ladder says of its growth holds: its first rung is counted at its two sizes and at twice the larger one, and from the two
/// the counts of the third are told as they are, or nearly so. Prints by how much they are not.
Status check_ladder_growth(const std::filesystem::path& runner, const std::string& name);

} // namespace lockstep::tool
