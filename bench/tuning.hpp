// Timing one job on the device, and choosing a rung's parameters by that.
#pragma once

#include "ladder.hpp"

#include "lockstep/formats/ladder_results.hpp"

#include <limits>
#include <vector>

namespace lockstep::bench
{

/// Runs a job once; from the start of its first command to the end of its last, by the device's clock.
double run_ms(Plan& job);

/// The candidate with the best of three runs. @param tried gets what each of them gave, or why it was refused.
/// @param most_ms after which no further candidate is tried.
Parameters tuned(Workbench& workbench, const Rung& rung, Problem& problem,
                 std::vector<formats::TriedCandidate>& tried,
                 double most_ms = std::numeric_limits<double>::infinity());

} // namespace lockstep::bench
