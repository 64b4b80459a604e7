// The curves over sizes: some rungs and all peers of a ladder, from 16 Ki elements to what the ladder is timed at.
#pragma once

#include "limits.hpp"
#include "runner.hpp"

#include "lockstep/formats/size_curves.hpp"

#include <optional>

namespace lockstep::bench
{

/// Measures the ladders' first cases, or the one that is wished, as often as is wished. Each size is verified, and tuned
/// in the first climb; the figure is by the host's clock, as a caller waits. A rung's curve ends where one run would take
/// longer than a second. @throws Failure when a rung is wrong, and for a ladder or case that does not exist.
formats::SizeCurves measure_sizes(Workbench& workbench, DeviceLimits& limits, const RunOptions& options,
                                  const Progress& progress);

/// The curves with where they come from, and those of an earlier file of the same device and driver that were not measured
/// again.
formats::SizeCurves with_earlier(formats::SizeCurves curves, const formats::Origin& origin,
                                 const std::optional<formats::SizeCurves>& earlier);

/// A table of each curve: a row for each size.
void print_curves(const formats::SizeCurves& curves);

} // namespace lockstep::bench
