// Several devices side by side.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <string>

namespace lockstep::tool
{

/// For each kernel how well it uses global memory, local memory, the lanes and the places for sub-groups of each device,
/// eighty columns wide; the kernels in the order of what they lose on the first device.
std::string device_table(const formats::LensReports& counts);

} // namespace lockstep::tool
