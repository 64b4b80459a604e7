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

// How its rungs are launched.

/// One launch of this shape, whose columns are those of the product.
Planner product_by_shape(LaunchShape shape);
/// Tiles of TILE_ROWS × TILE_COLUMNS results, from slabs of DEPTH; factors are padded to whole ones.
Planner product_of_tiles();
/// Blocks of BLOCK_ROWS rows and VECTORS vectors of results, a work-item each.
Planner product_in_registers();
/// The same of a in strips of STRIP rows, and b in panels.
Planner product_of_packed();
/// The same of b in panels alone.
Planner product_of_panels();

/// Random factors on the device, for rungs of the ladder.
std::unique_ptr<Problem> product_problem(Workbench& workbench, const Extent& extent);

} // namespace lockstep::bench
