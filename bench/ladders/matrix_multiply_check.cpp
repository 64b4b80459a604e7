// Verification of matrix products.
#include "matrix_multiply_check.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lockstep::bench
{
namespace
{

std::vector<double> random_signs(std::size_t count, unsigned seed)
{
    std::vector<double> signs;
    for (const float value : random_floats(count, seed, -1.0F, 1.0F)) signs.push_back(value < 0 ? -1 : 1);
    return signs;
}

/// matrix · vector, row by row.
std::vector<double> times(const std::vector<float>& matrix, std::size_t columns,
                          const std::vector<double>& vector)
{
    std::vector<double> result(matrix.size() / columns);
    for (std::size_t y = 0; y < result.size(); ++y)
        for (std::size_t x = 0; x < columns; ++x) result[y] += double{matrix[y * columns + x]} * vector[x];
    return result;
}

/// vector · matrix.
std::vector<double> times(const std::vector<double>& vector, const std::vector<float>& matrix,
                          std::size_t columns)
{
    std::vector<double> result(columns);
    for (std::size_t y = 0; y < vector.size(); ++y)
        for (std::size_t x = 0; x < columns; ++x) result[x] += vector[y] * double{matrix[y * columns + x]};
    return result;
}

} // namespace

KnownProduct::KnownProduct(std::shared_ptr<const Factors> factors) : factors_(std::move(factors))
{
    const auto& [extent, depth, a, b] = *factors_;
    const auto [columns, rows] = extent;
    // An element is a sum of `depth` terms that scatter around 0, and so do its parts, which are about the root of depth / 9 when it is
    // half done; as many roundings, each of up to 2^-24 of that, add up to their root times it. The factor leaves room for the worst
    // of many elements, and is still far below the mean term of 0.25.
    tolerance_ = 8 * 0x1p-24 * static_cast<double>(depth);
    if (factors_->work() <= 0x1p24) {
        elements_.resize(columns * rows);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t k = 0; k < depth; ++k)
                for (std::size_t column = 0; column < columns; ++column)
                    elements_[row * columns + column] +=
                        double{a[row * depth + k]} * double{b[k * columns + column]};
        return;
    }
    row_signs_ = random_signs(rows, 211);
    column_signs_ = random_signs(columns, 212);
    sums_of_rows_ = times(a, depth, times(b, columns, column_signs_));
    sums_of_columns_ = times(times(row_signs_, a, depth), b, columns);
    for (std::size_t i = 0; i < 512; ++i) {
        Sample sample{.row = i * 7919 % rows, .column = i * 104729 % columns};
        for (std::size_t k = 0; k < depth; ++k)
            sample.expected += double{a[sample.row * depth + k]} * double{b[k * columns + sample.column]};
        samples_.push_back(sample);
    }
}

std::string KnownProduct::wrong_element(std::span<const float> c, std::size_t row, std::size_t column,
                                        double expected, double& worst) const
{
    const float got = c[row * factors_->extent.columns + column];
    const double error = std::abs(double{got} - expected);
    if (!(error <= tolerance_))
        return fmt::format("row {}, column {} of the product should be {}, and is {}", row, column, expected,
                           got);
    worst = std::max(worst, 3 * error / std::sqrt(static_cast<double>(factors_->depth)));
    return {};
}

std::string KnownProduct::wrong_sums(std::span<const float> c) const
{
    const auto [columns, rows] = factors_->extent;
    std::vector<double> of_columns(columns);
    // Errors of single elements go either way.
    const auto is_near = [&](double got, double expected, std::size_t elements) {
        return std::abs(got - expected) <= tolerance_ * std::sqrt(static_cast<double>(elements));
    };
    for (std::size_t row = 0; row < rows; ++row) {
        double sum = 0;
        for (std::size_t column = 0; column < columns; ++column) {
            const double value{c[row * columns + column]};
            sum += value * column_signs_[column];
            of_columns[column] += value * row_signs_[row];
        }
        if (!is_near(sum, sums_of_rows_[row], columns))
            return fmt::format("row {} of the product is wrong", row);
    }
    for (std::size_t column = 0; column < columns; ++column)
        if (!is_near(of_columns[column], sums_of_columns_[column], rows))
            return fmt::format("column {} of the product is wrong", column);
    return {};
}

Verdict KnownProduct::judged(std::span<const float> c) const
{
    const auto [columns, rows] = factors_->extent;
    Verdict verdict{.mistake = elements_.empty() ? wrong_sums(c) : std::string(), .error = 0};
    for (std::size_t i = 0; i < elements_.size() && verdict.mistake.empty(); ++i)
        verdict.mistake = wrong_element(c, i / columns, i % columns, elements_[i], verdict.error);
    for (std::size_t i = 0; i < samples_.size() && verdict.mistake.empty(); ++i)
        verdict.mistake =
            wrong_element(c, samples_[i].row, samples_[i].column, samples_[i].expected, verdict.error);
    return verdict;
}

} // namespace lockstep::bench
