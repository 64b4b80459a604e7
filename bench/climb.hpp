// Measuring the ladders: each rung tuned, then timed in turn with its peers, between two looks at the device's limit.
#pragma once

#include "limits.hpp"
#include "runner.hpp"

#include "lockstep/formats/ladder_results.hpp"

namespace lockstep::bench
{

/// Measures as often as is wished, and tunes once; every number in GB/s or GFLOP/s, to four digits. A rung that is wrong, or faster than the device can be, has
/// no figures but the reason. Where the results come from is left to the caller: see with_origin.
/// @throws Failure for a ladder, case or rung that does not exist.
formats::DeviceResults measure_ladders(Workbench& workbench, DeviceLimits& limits, const RunOptions& options,
                                       const Progress& progress);

} // namespace lockstep::bench
