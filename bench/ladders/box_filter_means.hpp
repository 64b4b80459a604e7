// What the ladder of box filters is held against: means in double precision.
#pragma once

#include "../picture_ladder.hpp"

#include <vector>

namespace lockstep::bench
{

constexpr float lowest_pixel = -1; ///< of the pictures that are filtered
constexpr float highest_pixel = 3;

/// Compares `out` with the means of the windows of 9 × 9 pixels of `in`, of what lies in the picture.
/// @param inner_only without the rim, for peers that treat it in another way.
Verdict judged(const std::vector<float>& in, const std::vector<float>& out, Extent extent, double tolerance,
               bool inner_only = false);

} // namespace lockstep::bench
