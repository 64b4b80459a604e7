// How far sums and prefix sums of floats are from the truth, for each order in which they are added.
#pragma once

#include "workbench.hpp"

#include "lockstep/formats/measurements.hpp"

#include <vector>

namespace lockstep::bench
{

/// Measures every rung of `reduction` and `scan` that this program holds, a serial loop on the host and one
/// with Kahan's compensation, for 2^10, 2^12 … 2^26 elements (each as far as a run stays under a second;
/// quick: up to 2^16), uniform in [-1, 3) and in [0, 1). A row's error is the
/// largest of several inputs (sums), or over all prefixes (scans), relative to a sum in double precision; its ulps are
/// the same in units of 2^-23, which is one to two units in the last place. The host's loops are the rungs "serial" and "kahan".
std::vector<formats::AccuracyRow> measure_accuracy(Workbench& workbench, bool quick);

} // namespace lockstep::bench
