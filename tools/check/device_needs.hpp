// What the chosen device lacks of what an exercise needs.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <optional>

namespace lockstep::tool
{

/// Says what the device that is chosen lacks, and how to choose another; nothing when it has all that the exercise needs. No
/// device is looked for on behalf of an exercise that needs nothing.
/// @throws Failure when no device can be chosen.
std::optional<Missing> lacking(const ExerciseInfo& exercise);

} // namespace lockstep::tool
