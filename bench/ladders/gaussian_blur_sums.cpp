// The filters in double precision. All loops go along rows, so that 67 million pixels take seconds.
#include "gaussian_blur_sums.hpp"

#include <lockstep/gaussian.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace lockstep::bench
{
namespace
{

/// The recursive filter along one line, forwards and backwards.
class Recursion
{
public:
    /// The line's first value, which the results before it have settled at.
    Recursion(const std::vector<double>& numbers, double first)
        : numbers_(numbers), a_(first), b_(first), c_(first)
    {
    }

    double next(double value)
    {
        const double now = numbers_[0] * value + numbers_[1] * a_ + numbers_[2] * b_ + numbers_[3] * c_;
        c_ = b_;
        b_ = a_;
        a_ = now;
        return now;
    }

    /// From now on backwards. @param last value of the line.
    void turn(double last)
    {
        const std::array<double, 3> ends{a_ - last, b_ - last, c_ - last};
        const auto behind = [&](std::size_t row) {
            return last + numbers_[row] * ends[0] + numbers_[row + 1] * ends[1] + numbers_[row + 2] * ends[2];
        };
        a_ = behind(4);
        b_ = behind(7);
        c_ = behind(10);
    }

private:
    const std::vector<double>& numbers_;
    double a_, b_, c_;
};

} // namespace

std::vector<double> blurred(const std::vector<float>& in, Extent extent)
{
    const auto [columns, rows] = extent;
    const std::vector<double> weights = gaussian_weights(blur_sigma, blur_radius);
    const auto clamped = [](std::size_t at, std::size_t step, std::size_t count) { // at + step - radius
        return std::min(std::max<std::size_t>(at + step, blur_radius) - blur_radius, count - 1);
    };
    std::vector<double> result(in.size()), sums(columns + 2 * blur_radius);
    for (std::size_t y = 0; y < rows; ++y) {
        std::ranges::fill(sums, 0);
        for (std::size_t j = 0; j < weights.size(); ++j) {
            const float* row = in.data() + clamped(y, j, rows) * columns;
            for (std::size_t x = 0; x < columns; ++x) sums[x + blur_radius] += weights[j] * double{row[x]};
        }
        for (std::size_t k = 0; k < blur_radius; ++k) {
            sums[k] = sums[blur_radius];
            sums[columns + blur_radius + k] = sums[columns + blur_radius - 1];
        }
        for (std::size_t x = 0; x < columns; ++x)
            for (std::size_t i = 0; i < weights.size(); ++i)
                result[y * columns + x] += weights[i] * sums[x + i];
    }
    return result;
}

std::vector<double> recursively_blurred(const std::vector<float>& in, Extent extent)
{
    const auto [columns, rows] = extent;
    const std::vector<double> numbers = recursive_gaussian(blur_sigma);
    std::vector<double> result(in.begin(), in.end());
    for (std::size_t y = 0; y < rows; ++y) {
        double* row = result.data() + y * columns;
        Recursion recursion(numbers, row[0]);
        const double last = row[columns - 1];
        for (std::size_t x = 0; x < columns; ++x) row[x] = recursion.next(row[x]);
        recursion.turn(last);
        for (std::size_t x = columns; x-- > 0;) row[x] = recursion.next(row[x]);
    }
    std::vector<Recursion> all;
    for (std::size_t x = 0; x < columns; ++x) all.emplace_back(numbers, result[x]);
    const std::vector<double> last(result.end() - static_cast<std::ptrdiff_t>(columns), result.end());
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x)
            result[y * columns + x] = all[x].next(result[y * columns + x]);
    for (std::size_t x = 0; x < columns; ++x) all[x].turn(last[x]);
    for (std::size_t y = rows; y-- > 0;)
        for (std::size_t x = 0; x < columns; ++x)
            result[y * columns + x] = all[x].next(result[y * columns + x]);
    return result;
}

Verdict compared(const std::vector<double>& expected, const std::vector<float>& got, Extent extent,
                 double tolerance)
{
    Verdict verdict{.mistake = {}, .error = 0};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double error = std::abs(double{got[i]} - expected[i]);
        if (!(error <= tolerance) && verdict.mistake.empty())
            verdict.mistake = fmt::format("row {}, column {} of the result is {}, {} expected",
                                          i / extent.columns, i % extent.columns, got[i], expected[i]);
        verdict.error = std::max(verdict.error, error);
    }
    return verdict;
}

} // namespace lockstep::bench
