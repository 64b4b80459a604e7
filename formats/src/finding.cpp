// The names of findings.
#include "lockstep/formats/finding.hpp"

#include <algorithm>
#include <array>

namespace lockstep::formats
{

namespace
{

struct Named
{
    Finding finding;
    std::string_view name;
};

constexpr std::array names{Named{Finding::none, "none"},
                           Named{Finding::no_build, "no-build"},
                           Named{Finding::wrong_result, "wrong-result"},
                           Named{Finding::not_a_number, "not-a-number"},
                           Named{Finding::unwritten, "unwritten"},
                           Named{Finding::outside, "outside"},
                           Named{Finding::misplaced, "misplaced"},
                           Named{Finding::race, "race"},
                           Named{Finding::launch_loop, "launch-loop"},
                           Named{Finding::barrier, "barrier"},
                           Named{Finding::stray_access, "stray-access"},
                           Named{Finding::uninitialised, "uninitialised"},
                           Named{Finding::time_limit, "time-limit"},
                           Named{Finding::memory_limit, "memory-limit"},
                           Named{Finding::sandbox_limit, "sandbox-limit"},
                           Named{Finding::crash, "crash"},
                           Named{Finding::left_early, "left-early"},
                           Named{Finding::lens_target, "lens-target"}};

} // namespace

std::string_view name_of(Finding finding)
{
    return std::ranges::find(names, finding, &Named::finding)->name;
}

std::optional<Finding> finding_named(std::string_view name)
{
    const auto* const found = std::ranges::find(names, name, &Named::name);
    if (found == names.end()) return std::nullopt;
    return found->finding;
}

} // namespace lockstep::formats
