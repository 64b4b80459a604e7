// The names of what the lens counts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// Every count an exercise may set a target for, as a path into a kernel's entry: "global_load.sectors".
std::vector<std::string> lens_metrics();
bool is_lens_metric(std::string_view metric);

} // namespace lockstep::formats
