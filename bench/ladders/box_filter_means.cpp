// The means in double precision, row by row, so that a picture of 67 million pixels needs no second one beside it.
#include "box_filter_means.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace lockstep::bench
{
namespace
{

constexpr std::size_t radius = 4;

/// The part of 0 … count - 1 that lies in the window around `at`: first and end.
std::pair<std::size_t, std::size_t> window(std::size_t at, std::size_t count)
{
    return {std::max(at, radius) - radius, std::min(at + radius + 1, count)};
}

/// Each row's sums over the windows of its columns go to `see(y, sums)`, in double precision: moving sums, which err by less than
/// 1e-11 here.
void for_each_row(const std::vector<float>& in, Extent extent,
                  const std::function<void(std::size_t, const std::vector<double>&)>& see)
{
    std::vector<double> sums(extent.columns);
    const auto change = [&](std::size_t y, double factor) {
        for (std::size_t x = 0; x < extent.columns; ++x) sums[x] += factor * in[y * extent.columns + x];
    };
    for (std::size_t y = 0; y < std::min(radius, extent.rows); ++y) change(y, 1);
    for (std::size_t y = 0; y < extent.rows; ++y) {
        if (y + radius < extent.rows) change(y + radius, 1);
        if (y > radius) change(y - radius - 1, -1);
        see(y, sums);
    }
}

} // namespace

Verdict judged(const std::vector<float>& in, const std::vector<float>& out, Extent extent, double tolerance,
               bool inner_only)
{
    Verdict verdict{.mistake = {}, .error = 0};
    const std::size_t rim = inner_only ? radius : 0;
    for_each_row(in, extent, [&](std::size_t y, const std::vector<double>& sums) {
        const auto [top, bottom] = window(y, extent.rows);
        if (y < rim || y + rim >= extent.rows) return;
        double sum = 0;
        for (std::size_t x = 0; x < std::min(radius, extent.columns); ++x) sum += sums[x];
        for (std::size_t x = 0; x < extent.columns; ++x) {
            if (x + radius < extent.columns) sum += sums[x + radius];
            if (x > radius) sum -= sums[x - radius - 1];
            if (x < rim || x + rim >= extent.columns) continue;
            const auto [left, right] = window(x, extent.columns);
            const double expected = sum / static_cast<double>((bottom - top) * (right - left));
            const float got = out[y * extent.columns + x];
            const double error = std::abs(double{got} - expected);
            if (!(error <= tolerance) && verdict.mistake.empty())
                verdict.mistake =
                    fmt::format("row {}, column {} of the result is {}, {} expected", y, x, got, expected);
            verdict.error = std::max(verdict.error, error);
        }
    });
    return verdict;
}

} // namespace lockstep::bench
