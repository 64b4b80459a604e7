// Compiled for this very processor, with fast-math: alone among the peers, because a loop with a root and a division gains by it.
#include "native_bodies.hpp"

#include "native.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <thread>
#include <vector>

namespace lockstep::bench::native
{
namespace
{

/// Bodies whose sums are under way at a time: what the compiler keeps in registers.
constexpr std::size_t width = 32;

struct Lanes
{
    float x[width] = {}, y[width] = {}, z[width] = {};
};

void pull_some(std::span<const float> bodies, std::span<float> accelerations, float softening,
               std::size_t first, std::size_t last)
{
    for (std::size_t i = first; i < last; i += width) {
        const std::size_t count = std::min(width, last - i);
        Lanes own, sum;
        for (std::size_t l = 0; l < count; ++l) {
            own.x[l] = bodies[4 * (i + l)];
            own.y[l] = bodies[4 * (i + l) + 1];
            own.z[l] = bodies[4 * (i + l) + 2];
        }
        for (std::size_t j = 0; j < bodies.size(); j += 4)
            for (std::size_t l = 0; l < width; ++l) {
                const float x = bodies[j] - own.x[l];
                const float y = bodies[j + 1] - own.y[l];
                const float z = bodies[j + 2] - own.z[l];
                const float root = 1 / std::sqrt(x * x + y * y + z * z + softening);
                const float strength = bodies[j + 3] * root * (root * root);
                sum.x[l] += strength * x;
                sum.y[l] += strength * y;
                sum.z[l] += strength * z;
            }
        for (std::size_t l = 0; l < count; ++l) {
            accelerations[4 * (i + l)] = sum.x[l];
            accelerations[4 * (i + l) + 1] = sum.y[l];
            accelerations[4 * (i + l) + 2] = sum.z[l];
            accelerations[4 * (i + l) + 3] = 0;
        }
    }
}

} // namespace

void pull(std::span<const float> bodies, std::span<float> accelerations, float softening)
{
    const std::size_t n = bodies.size() / 4, parts = threads();
    const std::size_t each = (n / parts + width) / width * width;
    std::vector<std::jthread> workers;
    for (std::size_t t = 1; t < parts; ++t)
        workers.emplace_back([=] {
            pull_some(bodies, accelerations, softening, std::min(n, t * each), std::min(n, (t + 1) * each));
        });
    pull_some(bodies, accelerations, softening, 0, std::min(n, each));
}

} // namespace lockstep::bench::native
