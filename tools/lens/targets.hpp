// Counts of the lens added up over the launches of a kernel, and what exercises ask of them.
#pragma once

#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/lens_metrics.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// The chapter that treats a metric: 11 divergence, 12 coalescing, 13 local memory, 14 occupancy; 0: none
/// does.
int chapter_of(std::string_view metric);

/// All launches of `kernel` in a report as one entry: counts are added, also line by line, and ratios
/// computed anew from the sums; of the occupancies it is the lowest. Null when the kernel was not launched.
nlohmann::ordered_json all_launches(const nlohmann::ordered_json& report, const std::string& kernel);

/// The value of a metric in a kernel's entry. @throws nlohmann::json::exception when the entry lacks it.
double metric_of(const nlohmann::ordered_json& kernel, const std::string& metric);

/// What is said when a report misses a target; nothing when it is met.
/// @param file the kernel's file, for "FILE:LINE:"; empty for a kernel whose file is not the student's.
std::optional<std::string> missed(const LensTarget& target, const nlohmann::ordered_json& report,
                                  const std::string& file);

} // namespace lockstep::tool
