// Accelerations in double precision, with bounds for those in single precision; and the sum of all momenta, which sees every body.
#include "n_body_forces.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lockstep::bench
{

std::vector<float> random_bodies(std::size_t n)
{
    std::vector<float> bodies = random_floats(4 * n, 22, -1.0F, 1.0F);
    for (std::size_t i = 0; i < n; ++i)
        bodies[4 * i + 3] = i % 7 == 3 ? 0 : (1 + 0.5F * bodies[4 * i + 3]) / static_cast<float>(n);
    return bodies;
}

// Each contribution is off by some ten roundings, three of them the root's error, which OpenCL's native functions leave to the device: 16
// units of 2^-24 are allowed. Adding n of them rounds n times, either way (Higham, Accuracy and Stability of Numerical
// Algorithms, 2nd ed., section 2.8). Coordinates that are multiplied by something before they are subtracted are rounded once more,
// as if the bodies stood elsewhere by 2^-24 of their coordinates; the derivative of d / (d^2 + softening)^1.5 is at most
// 2 / (d^2 + softening)^1.5.
Forces::Forces(const std::vector<float>& bodies) : bodies_(bodies)
{
    const std::size_t n = bodies.size() / 4, step = n <= 1024 ? 1 : n / 256;
    const double roundings = 16 + 4 * std::sqrt(static_cast<double>(n));
    for (std::size_t i = 0; i < n; i += step) {
        const std::size_t at =
            n <= 1024 ? i : std::min(n - 1, i + i / step * 37 % step); // no two a power of two apart
        const float* own = &bodies[4 * at];
        Expected expected{.body = at, .x = 0, .y = 0, .z = 0, .moved = 0, .tolerance = 0};
        double shifted = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const float* other = &bodies[4 * j];
            const double x = double{other[0]} - own[0], y = double{other[1]} - own[1],
                         z = double{other[2]} - own[2];
            const double square = x * x + y * y + z * z, softened = square + double{softening};
            const double strength = double{other[3]} / (softened * std::sqrt(softened));
            expected.x += strength * x;
            expected.y += strength * y;
            expected.z += strength * z;
            expected.moved += strength * std::sqrt(square);
            shifted += 2 * strength *
                       (std::hypot(other[0], other[1], other[2]) + std::hypot(own[0], own[1], own[2]));
        }
        expected.tolerance = 0x1p-24 * (roundings * expected.moved + shifted);
        expected_.push_back(expected);
    }
}

Verdict Forces::judged(const std::vector<float>& accelerations) const
{
    Verdict verdict{.mistake = {}, .error = 0};
    for (const Expected& expected : expected_) {
        const float* got = &accelerations[4 * expected.body];
        const double error = std::hypot(got[0] - expected.x, got[1] - expected.y, got[2] - expected.z);
        if (!(error <= expected.tolerance) || got[3] != 0) {
            verdict.mistake = fmt::format(
                "Body {} should be accelerated by ({}, {}, {}, 0), and is by ({}, {}, {}, {}).",
                expected.body, expected.x, expected.y, expected.z, got[0], got[1], got[2], got[3]);
            return verdict;
        }
        if (expected.moved > 0) verdict.error = std::max(verdict.error, error / expected.moved);
    }
    if (expected_.size() == accelerations.size() / 4) return verdict;
    // What a body does to another, the other does to it, so that mass times acceleration is 0 over all.
    double sum[3] = {0, 0, 0}, size = 0;
    for (std::size_t i = 0; i < accelerations.size(); i += 4) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double force = double{bodies_[i + 3]} * accelerations[i + k];
            sum[k] += force;
            size += std::abs(force);
        }
        if (!std::isfinite(accelerations[i] + accelerations[i + 1] + accelerations[i + 2]) ||
            accelerations[i + 3] != 0)
            verdict.mistake = fmt::format("Body {} has no acceleration.", i / 4);
    }
    if (!(std::hypot(sum[0], sum[1], sum[2]) <= 1e-4 * size + 1e-30))
        verdict.mistake =
            fmt::format("All forces together should be 0, and are ({}, {}, {}).", sum[0], sum[1], sum[2]);
    return verdict;
}

} // namespace lockstep::bench
