// lockstep bench caches: the model of caches beside a GPU's counters, on the ladders' rungs.
#pragma once

#include "ladders/ladder_runner.hpp"

namespace lockstep::tool
{

/// Counts again what bench/results/DEVICE-rung-counters.json has, with the model of caches and the registers that stand there.
/// Recording writes bench/results/DEVICE-caches.json and leaves other ladders in it as they are.
/// @param runner the program of the ladders
/// @return the command's status. @throws Failure for a ladder without counters
int show_rung_caches(const std::filesystem::path& runner, const LadderOptions& options);

} // namespace lockstep::tool
