// Medians and spreads of measurements, and how many of their digits are kept.
#pragma once

#include "base/median.hpp"
#include "lockstep/formats/ladder_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// @param values at least one.
inline formats::Spread spread_of(const std::vector<double>& values)
{
    return {std::ranges::min(values), std::ranges::max(values)};
}

/// GB/s or GFLOP/s: to four digits, which is more than repeats.
inline double to_four_digits(double figure)
{
    return std::stod(fmt::format("{:.4g}", figure));
}

/// A ratio, to three digits behind the point.
inline double to_thousandths(double ratio)
{
    return std::stod(fmt::format("{:.3f}", ratio));
}

} // namespace lockstep::bench
