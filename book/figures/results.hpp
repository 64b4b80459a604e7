/// The recorded measurements that figures are drawn from.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace figures
{

/// The results DEVICE-EXPERIMENT.json of bench/results. @throws std::runtime_error naming the command that records them.
nlohmann::json read_results(const std::string& device, const std::string& experiment);

/// "NVIDIA H200, driver 580.1, 2026-11-21".
std::string origin_of(const nlohmann::json& results);

} // namespace figures
