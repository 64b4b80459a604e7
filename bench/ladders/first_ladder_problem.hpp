// The problem of the first ladder: its inputs, its launches, and what the results should be.
#pragma once

#include "ladder.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace lockstep::bench
{

/// What the results should be. The values of b lie between 0.5 and 2.5: one of them left out or added twice changes
/// every result by more than the tolerance as long as there are fewer than some 20,000.
struct ProductsReference
{
    std::vector<float> a;
    double sum_of_b = 0; ///< in double a[x] * (b[0] + b[1] + ...) is as good as the sum of the products
    std::size_t terms = 0;

    double expected(std::size_t x) const { return double{a[x]} * sum_of_b; }

    /// Relative. Each of `terms` additions rounds by up to 2^-24; they go either way, so that their sum grows like the
    /// square root of their number (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 2.8).
    double tolerance() const;
};

/// n values of a, m of b, the same ones for every rung and peer.
struct ProductsInput
{
    ProductsReference reference;
    std::vector<float> b;
};

ProductsInput products_input(Extent extent);

/// Of a rung whose work-items make so many results each, from all of b in one launch.
Planner products_in_one_launch(LaunchSize results);

/// The same from PIECE values of b a launch.
Planner products_in_pieces(std::size_t results);

/// @param extent n columns, m rows.
std::unique_ptr<Problem> products_problem(Workbench& workbench, Extent extent);

} // namespace lockstep::bench
