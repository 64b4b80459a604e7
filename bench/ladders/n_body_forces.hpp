// What the ladder of n bodies is held against: its bodies, and their accelerations in double precision.
#pragma once

#include "../plan.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::bench
{

constexpr float softening = 1e-4F; ///< a length squared

/// n bodies x, y, z, mass in a cube from -1 to 1, whose masses add up to about 1. Every seventh has none: it is pulled and does not pull.
std::vector<float> random_bodies(std::size_t n);

/// What is right for some of the bodies, and how far from it a kernel in single precision may be.
class Forces
{
public:
    /// All of up to 1024 bodies, else 256 of them. @param bodies x, y, z, mass each; must outlive this.
    explicit Forces(const std::vector<float>& bodies);

    /// Errors of accelerations are relative to the sum of what the others do to a body one by one.
    /// @param accelerations x, y, z, 0 each, of all bodies.
    Verdict judged(const std::vector<float>& accelerations) const;

private:
    struct Expected
    {
        std::size_t body;
        double x, y, z;
        double moved;     ///< sum of the lengths of all contributions
        double tolerance; ///< of the length of the error
    };

    const std::vector<float>& bodies_;
    std::vector<Expected> expected_;
};

} // namespace lockstep::bench
