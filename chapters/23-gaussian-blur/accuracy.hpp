// How near the filters are to a Gaussian, and what they cost for wide ones.
#pragma once

#include "estimate.hpp"

//! [reference]
// One row, blurred by a convolution in double precision that reaches to six standard deviations. Beyond the row are copies of
// its ends.
inline std::vector<double> true_blur(const std::vector<float>& row, double sigma)
{
    const int radius = static_cast<int>(std::ceil(6 * sigma));
    const int last = static_cast<int>(row.size()) - 1;
    const std::vector<double> weights = gaussian_weights(sigma, radius);
    std::vector<double> result(row.size());
    for (int x = 0; x <= last; ++x)
        for (int i = -radius; i <= radius; ++i)
            result[static_cast<std::size_t>(x)] +=
                weights[static_cast<std::size_t>(i + radius)] *
                double{row[static_cast<std::size_t>(std::clamp(x + i, 0, last))]};
    return result;
}
//! [reference]

inline double largest_error(const std::vector<double>& expected,
                            const std::vector<float>& got)
{
    double largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        largest = std::max(largest, std::abs(expected[i] - double{got[i]}));
    return largest;
}

// Widths from 9 pixels on: a white line on black, an edge, and the time of a large picture.
inline void compare_widths(const Lab& lab)
{
    const std::size_t side = side_of_picture(lab) / 2, length = lab.simulated ? 257 : 2001;
    std::vector<float> line(length), edge(length);
    line[length / 2] = 1;
    std::fill(edge.begin() + static_cast<std::ptrdiff_t>(length / 2), edge.end(), 1.0F);
    std::printf("\nlargest error in percent of white, and milliseconds for %zu × %zu\n",
                side, side);
    std::printf(
        "                  two passes:                  recursive:\n"
        "  sigma | window |   line |   edge |       ms |   line |   edge |       ms\n");
    for (const double sigma : {4.0 / 3, 5.0, 15.0}) {
        const Blur of_line(lab, line, length, sigma), of_edge(lab, edge, length, sigma);
        const Blur picture(lab, random_floats(side * side, 23), side, sigma);
        const auto error = [&](const Blur& blur, const std::vector<float>& row, auto ms) {
            (blur.*ms)();
            return 100 * largest_error(true_blur(row, sigma), blur.result());
        };
        std::printf("  %5.2f | %6ld", sigma, 2 * std::lround(3 * sigma) + 1);
        for (const auto ms : {&Blur::separable_ms, &Blur::recursive_ms})
            std::printf(" | %6.4f | %6.4f | %8.2f", error(of_line, line, ms),
                        error(of_edge, edge, ms), (picture.*ms)());
        std::printf("\n");
    }
}
