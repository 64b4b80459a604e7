// The median, by which measurements are told.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lockstep
{

/// The middle one, or the mean of the two in the middle. @param values at least one.
inline double median_of(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace lockstep
