// What would let more work-groups of a kernel be resident.
#pragma once

#include "occupancy.hpp"

#include <string>

namespace lockstep::lens
{

/// One sentence: the smallest change to the resource that limits the occupancy which lets more sub-groups in, found by
/// trying the model; or that nothing more is to be had. Nothing is thrown; a kernel that is refused gets advice, too.
std::string occupancy_advice(const Profile& profile, const KernelResources& kernel);

} // namespace lockstep::lens
