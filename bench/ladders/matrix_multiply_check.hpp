// Whether a product of two large matrices is right, without making it again.
#pragma once

#include "matrix_multiply_problem.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// What is known of a product in double precision. Small ones are known element by element. Of larger ones the sum of each row and of each
/// column is known, the elements taken with random signs (Freivalds 1977), and some hundred elements by themselves: who leaves out a
/// row, a column, a tile or a term of the sums is wrong in many of these.
class KnownProduct
{
public:
    explicit KnownProduct(std::shared_ptr<const Factors> factors);

    /// Errors are of elements, relative to the root of the elements' mean square.
    Verdict judged(std::span<const float> c) const;

private:
    /// One element of a large product.
    struct Sample
    {
        std::size_t row = 0;
        std::size_t column = 0;
        double expected = 0;
    };

    std::string wrong_element(std::span<const float> c, std::size_t row, std::size_t column, double expected,
                              double& worst) const;
    std::string wrong_sums(std::span<const float> c) const;

    std::shared_ptr<const Factors> factors_;
    std::vector<double> elements_;                 ///< all of them, or none
    std::vector<double> row_signs_, column_signs_; ///< 1 or -1
    std::vector<double> sums_of_rows_, sums_of_columns_;
    std::vector<Sample> samples_;
    double tolerance_ = 0; ///< of one element
};

} // namespace lockstep::bench
