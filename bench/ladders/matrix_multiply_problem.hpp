// The problem of the ladder of matrix products: inputs, what is right, and how each rung is launched.
#pragma once

#include "../ladder.hpp"

#include <memory>
#include <string>

namespace lockstep::bench
{

/// c = a · b, c having `extent`, in single precision.
struct Factors
{
    Extent extent;
    std::size_t depth = 0; ///< columns of a, rows of b
    std::vector<float> a, b;

    /// Multiplications and additions.
    double work() const;
};

/// As many terms a sum as the mean of columns and rows. Small products that are not square are only verified: they have half as many as
/// their longer side, so that all three extents differ.
std::size_t depth_of(const Extent& extent);

/// Random elements from -1 to 1.
Factors random_factors(const Extent& extent);

/// Random factors on the device, for rungs of the ladder.
std::unique_ptr<Problem> product_problem(Workbench& workbench, const Extent& extent);

} // namespace lockstep::bench
