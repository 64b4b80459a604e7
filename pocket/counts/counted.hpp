// What who counts and who keeps a history make of what the machine tells, alike.
#pragma once

#include "counting/session.hpp"
#include "counts/compiled.hpp"
#include "counts/cost.hpp"

#include <functional>

namespace lockstep::pocket
{

/// What the lens calls an access.
lens::AccessKind kind_of(SeenAccess::Is is, Space space);

/// What an instruction counts that was executed. @param after who goes on
lens::ControlCounts control_of(const Shape& shape, std::uint32_t at, const Cost& cost, std::uint64_t before,
                               std::uint64_t after);

/// One side of a copy that a group makes without waiting, in requests of its sub-groups of `width` lanes. The work-items take the elements in
/// turn: l, l + items and so on, as NVIDIA's OpenCL does (lens/validation, kernels group_copies_*). An element of more than 16 bytes takes several
/// requests.
/// @param asked is called with each request: which sub-group makes it, and its lanes
void copy_in_requests(std::size_t items, unsigned width, std::size_t count, const LanePlace& first,
                      std::size_t step,
                      const std::function<void(std::size_t, const std::vector<LanePlace>&)>& asked);

} // namespace lockstep::pocket
