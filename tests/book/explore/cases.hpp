// Drawn cases of the explorers: what a reader may have set, and what this project's own models say of it.
#pragma once

#include "lockstep/lens/profile.hpp"

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace lockstep::explore
{

/// Draws the same cases wherever it runs, which the distributions of <random> do not promise.
class Draw
{
public:
    /// A whole number from `least` to `most`.
    unsigned whole(unsigned least, unsigned most)
    {
        return least + static_cast<unsigned>(generator_() % (most - least + 1));
    }

    template <typename Value>
    const Value& one_of(const std::vector<Value>& values)
    {
        return values[whole(0, static_cast<unsigned>(values.size()) - 1)];
    }

private:
    std::mt19937_64 generator_{20091014};
};

/// What an explorer's state and the GPU are, and what its model must return: {"device", "state", "expected"}.
using Case = nlohmann::json;

Case occupancy_case(const lens::Profile& profile, Draw& draw);
Case coalescing_case(const lens::Profile& profile, Draw& draw);
Case banks_case(const lens::Profile& profile, Draw& draw);
Case roofline_case(const lens::Profile& profile, Draw& draw);
Case divergence_case(const lens::Profile& profile, Draw& draw);

/// Launches on the OpenCL device that the programs take; the work-items tell their ids themselves. @throws Failure without one.
std::vector<Case> ndrange_cases(unsigned count, Draw& draw);

} // namespace lockstep::explore
