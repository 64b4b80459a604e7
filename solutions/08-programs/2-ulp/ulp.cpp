// Errors in units in the last place.
#include "ulp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// The distance of the floats around a finite x.
static double ulp(double x)
{
    if (x == 0) return 0x1p-149;
    // |x| = fraction * 2^power with 0.5 <= fraction < 1. At a power of two the floats below are nearer.
    int power = 0;
    if (std::frexp(std::abs(x), &power) == 0.5) --power;
    return std::ldexp(1.0, std::clamp(power, -125, 128) - 24);
}

double ulp_error(double exact, float got)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) && std::isnan(got) ? 0 : infinity;
    if (std::isinf(exact) || std::isinf(got)) return static_cast<float>(exact) == got ? 0 : infinity;
    return std::abs(got - exact) / ulp(exact);
}
