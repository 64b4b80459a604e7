// What the ladder of Gaussian blurs is held against: the filters in double precision.
#pragma once

#include "../picture_ladder.hpp"

#include <vector>

namespace lockstep::bench
{

constexpr int blur_radius = 4;
constexpr double blur_sigma =
    blur_radius / 3.0; ///< so that windows reach as far as three standard deviations

/// The Gaussian blur of `in` with windows of 9 × 9; beyond the picture are copies of its nearest pixels.
std::vector<double> blurred(const std::vector<float>& in, Extent extent);

/// What a recursive filter (recursive_gaussian) makes of the same.
std::vector<double> recursively_blurred(const std::vector<float>& in, Extent extent);

/// Compares a picture with what it should be.
Verdict compared(const std::vector<double>& expected, const std::vector<float>& got, Extent extent,
                 double tolerance);

} // namespace lockstep::bench
