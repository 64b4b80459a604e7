/// Bodies that attract each other, followed by leapfrog steps on the host, for chapter 22's films.
#pragma once

#include "draw/film.hpp"

#include <array>
#include <vector>

namespace figures
{

struct Body
{
    std::array<double, 3> place{};
    std::array<double, 3> velocity{};
    double mass = 0;
};

/// A ball of bodies at rest but for a slow turn, which falls together.
std::vector<Body> falling_cloud();

/// Two discs that turn around heavy bodies and are on their way past each other.
std::vector<Body> two_discs();

/// Steps of one length. @param softening a length squared.
class Leapfrog
{
public:
    Leapfrog(std::vector<Body> bodies, double softening);
    void step(double time);
    const std::vector<Body>& bodies() const { return bodies_; }

private:
    void pull();

    std::vector<Body> bodies_;
    double softening_;
    std::vector<std::array<double, 3>> accelerations_;
};

/// Square frames of a run, seen along the third axis, `half_width` to each side of the middle.
Film filmed(std::vector<Body> bodies, double softening, double step, int steps_a_frame, int frames,
            int pixels, double half_width);

} // namespace figures
