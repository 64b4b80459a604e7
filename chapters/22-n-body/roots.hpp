// How exact reciprocal square roots are, in units of the last place.
#pragma once

#include "lab.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

//! [ulp]
// The distance between the root and the right one, in steps from one float to the next.
inline double ulps(float root, double right)
{
    const auto nearest = static_cast<float>(right);
    const double step = double{std::nextafter(nearest, 2 * nearest)} - double{nearest};
    return std::abs(double{root} - right) / step;
}
//! [ulp]

inline void measure_roots(const Lab& lab)
{
    // From 1 to 4: from there on the roots repeat, with another exponent.
    const std::size_t count = lab.simulated ? 256 : 1U << 20U;
    const auto step = static_cast<cl_uint>((1U << 24U) / count);
    const auto first = std::bit_cast<cl_uint>(1.0F);
    const cl::Buffer out = lab.output(count);
    std::printf("\nreciprocal roots of %zu numbers from 1 to 4\n", count);
    for (const char* root :
         {"1 / sqrt(x)", "rsqrt(x)", "native_rsqrt(x)", "half_rsqrt(x)", "rough(x)",
          "better(x, rough(x))", "better(x, better(x, rough(x)))",
          "better(x, better(x, better(x, rough(x))))"}) {
        std::string defined = root;
        std::erase(defined, ' ');
        cl::Kernel kernel =
            lab.kernel("roots.cl", "reciprocal_roots", "-D ROOT=" + defined);
        lab.launch(kernel, count, out, first, step);
        const std::vector<float> roots = lab.read(out, count);
        double worst = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto x = std::bit_cast<float>(first + static_cast<cl_uint>(i) * step);
            worst = std::max(worst, ulps(roots[i], 1 / std::sqrt(double{x})));
        }
        std::printf("  %-42s off by up to %10.2f ulp\n", root, worst);
    }
}
