// The lens's JSON, and what its figures mean.
//
// - requests: one for an instruction and a sub-group that accesses memory, whatever it costs. An access of
//   more than 16 bytes, or of a size that is no power of two, is several. What is in constant or private
//   memory is not counted: not_counted names what of them a kernel accessed, and images, whose sectors are unknown.
// - line: of the program's text; what the compiler made without one has the nearest line of its function, or 0.
// - sectors: the bytes that global memory moves, in units of the profile's smallest transaction of a load, or of a
//   store or atomic.
//   ideal_sectors: the distinct bytes that a request asks for, in the same unit, rounded up.
// - wavefronts: passes of local memory; conflicts: those beyond what the active work-items need at that
//   width.
// - image_read, image_write: one request for a call and a sub-group of which a work-item touches a texel, however
//   many texels it takes; one outside of the image is the border and moves nothing. bytes: of all channels of the texels
//   that a work-item asks for, those without weight in a linear filter included, summed over the work-items;
//   distinct_bytes: each counted once in a request. No sectors: how a device lays images out is its own affair.
// - efficiency: ideal over actual; 1 where nothing is accessed.
// - instructions: of the simulator's intermediate code, optimised for size, issued once for a sub-group.
// - divergent: times that a branch parts the work-items issued together; loop_exits: of these, when some leave a loop.
// - simd_efficiency: active work-items over instructions times the full width: a sub-group that the
//   work-group does not fill counts with all its lanes.
// - atomics are neither loads nor stores. An asynchronous copy is made by the group's sub-groups, 4 bytes a
//   work-item where the alignment allows; its instructions are not counted.
#pragma once

#include "launch_counts.hpp"
#include "lockstep/lens/profile.hpp"

#include <span>
#include <string>

namespace lockstep::lens
{

/// @param sources the programs' texts
/// @return {"version", "sources", "reports"}: one report of each profile
std::string report_text(std::span<const Profile> profiles, std::span<const std::string> sources,
                        std::span<const LaunchCounts> launches);

/// @return {"version", "error"}
std::string error_text(const std::string& message);

} // namespace lockstep::lens
