// Several climbs of one ladder as one result.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <vector>

namespace lockstep::bench
{

/// By this part a limit must have moved between before and after a rung for its row to be flagged.
constexpr double most_drift = 0.10;

/// Medians over the climbs with their spreads, of figures as of the ratios that each climb formed for itself; best, error
/// and refusals of all. A rung that was wrong once is refused, and so is one that has no figure in half of the climbs.
/// One climb stays as it is. @param climbs at least one, of the same rungs and peers in the same order.
formats::LadderResult combined(const std::vector<formats::LadderResult>& climbs);

} // namespace lockstep::bench
