// The process's history: of the launch that LOCKSTEP_STEPS and its like ask for.
#pragma once

#include "counts/recorder.hpp"

#include <memory>

namespace lockstep::pocket
{

/// Begins to record a launch, if it is the one that is asked for. @return null where it is not
std::unique_ptr<Recorder> recorder_for(const Code& code, const Texts& texts, const LaunchSizes& sizes,
                                       const std::vector<Argument>& arguments, unsigned width);

/// Writes what was recorded.
/// @param options with which the program was built
void keep_history(Recorder& recorder, const Outcome& outcome, const std::string& options);

/// The sub-groups' size of the profile by which a history is kept; 0 where none is kept.
unsigned recorded_lanes();

} // namespace lockstep::pocket
