// What a line's counts mean: one sentence on what is wrong there, and the chapter that treats it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

struct Advice
{
    int line = 0;       ///< of the kernel's source; 0: the whole kernel
    std::string space;  ///< "global" or "local"; empty: control flow, or the whole kernel
    std::string access; ///< "load", "store" or "atomic"; empty as well
    std::string
        what; ///< without capital and full stop: "each store request touches 32 sectors where 4 would do"
    int chapter = 0;   ///< 11 to 14; 0: none
    double loss = 0.0; ///< sectors, passes or branches too many: what to look at first
};

/// What is wrong with a line of a kernel's "lines"; nothing when it wastes less than a twentieth.
std::optional<Advice> advice_on_access(const nlohmann::ordered_json& line);

/// What is wrong with a line of a kernel's "control"; nothing when its branches keep sub-groups together.
std::optional<Advice> advice_on_control(const nlohmann::ordered_json& line);

/// All there is to say of one kernel's entry, the costliest first.
std::vector<Advice> advice_on(const nlohmann::ordered_json& kernel);

/// The line to blame for a metric, however little it wastes.
std::optional<Advice> worst_for(const nlohmann::ordered_json& kernel, std::string_view metric);

} // namespace lockstep::tool
