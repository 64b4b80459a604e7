// The loop over all elements that someone who comes from C++ writes into a kernel.
#pragma once

#include "lockstep/program.hpp"

#include <optional>
#include <string>

namespace lockstep::tool
{

/// The first loop of a kernel file whose kernels use their work-items' numbers for guards at most, so that each work-item runs
/// the whole loop. Nothing when a number is used, or one is drawn by an atomic function. That is no fault by itself: a launch
/// of one work-item may loop.
std::optional<SourceLine> loop_of_every_item(const KernelSource& kernel);

/// What is wrong with that loop where its work-items race, and what to write in its place.
std::string explain_loop(const SourceLine& loop);

} // namespace lockstep::tool
