// All pairs of bodies, as the host's own compiler makes them of a plain loop.
#pragma once

#include <span>

namespace lockstep::bench::native
{

/// The acceleration x, y, z, 0 of each body x, y, z, mass, in as many threads as the CPU has.
/// @param softening a length squared.
void pull(std::span<const float> bodies, std::span<float> accelerations, float softening);

} // namespace lockstep::bench::native
