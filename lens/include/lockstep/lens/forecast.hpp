// How long a launch takes on a GPU, and what it is that takes so long: from counts, without a clock.
#pragma once

#include "occupancy.hpp"
#include "profile.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::lens
{

/// What a launch does. Numbers and not counts, since they may be scaled from a launch of another size.
struct LaunchWork
{
    double sub_groups = 0;        ///< of all work-groups
    double issue_slots = 0;       ///< instructions that sub-groups issue, vectors element by element
    double waits = 0;             ///< of sub-groups for global memory, one after another
    double local_waits = 0;       ///< for local memory, likewise
    double steps = 0;             ///< other instructions on that way, likewise
    double lines = 0;             ///< cache lines of each request to global memory, summed
    double local_passes = 0;      ///< through the banks, those of atomics included
    double load_sectors = 0;      ///< of all requests
    double sectors_by_groups = 0; ///< those of loads, each once in a work-group
    double sectors_read = 0;      ///< those of loads, each once in the launch
    double store_sectors = 0;     ///< of all requests
    double partial_sectors = 0;   ///< of these, those of which a request writes a part
    double sectors_written = 0;   ///< those of stores and atomics, each once in the launch
    double atomic_lanes = 0;      ///< work-items of atomics in global memory, summed
    double atomic_lines = 0;      ///< cache lines that those change, each once in the launch
};

/// The sectors of which stores write only a part, at least: of a request that moves `sectors` for bytes which fill `ideal`,
/// those beyond must share their bytes with others. A row that begins in the middle of a sector has one at either end.
double partial_sectors(double sectors, double ideal);

/// What may decide how long a launch takes.
enum class Bound : std::size_t
{
    memory,       ///< what no cache holds, and sectors written in parts
    second_level, ///< what goes between the compute units and the second level of cache
    first_level, ///< look-ups of lines in the first level of cache and passes of local memory, which are one memory
    instructions, ///< what the schedulers issue
    latency,      ///< that sub-groups wait, and that there are too few of them to fill the time
    atomics       ///< what changes global memory under the eyes of all
};
inline constexpr std::size_t bounds = 6;

std::string_view name_of(Bound bound); ///< "second level"

/// What each part of the work would take if it were alone, and what all take together.
struct Forecast
{
    double ns = 0;
    Bound bound = Bound::memory;
    std::array<double, bounds> terms_ns{}; ///< by Bound
};

/// How long the GPU takes for a launch of which `occupancy` says how many sub-groups are resident.
///
/// In nanoseconds, with U compute units and the profile's rates:
/// - memory: 32-byte sectors read and written, each once, over what a copy reaches, and the partly written ones over their rate;
/// - second level: the sectors that each work-group reads once, and all that are stored, over its bandwidth;
/// - first level: cache lines looked up and passes of local memory, U of them at a time. They are added because one memory holds both;
/// - instructions: issue slots, over U times what a unit issues in a clock;
/// - latency: what the sub-groups wait one after another, over how many of them are resident. A wait for global memory is the
///   mean of the levels' times, weighed by the sectors that each level brings. A request waits for its slowest sector, so this is
///   too short where one sector of many misses, and compares launches wrongly where little else but waiting is to be done;
/// - atomics: those of one cache line one after another, if they are spread evenly over `atomic_lines`.
///
/// All parts go on at the same time, and hinder each other most where two take equally long. So the forecast is the root of the
/// sum of their squares: what a copy with 3 to 4096 multiply-adds an element took on an H200 and an H100 lies within 11 % of it
/// everywhere, and 26 % above the longest part at the ridge (chapters/10-architectures, output.h200.txt, output.h100.txt; the
/// exponents that fit best are 1.6 and 1.9).
///
/// The model is a roofline with more roofs than two (Williams, Waterman, Patterson: Roofline, 2009); the sum of waits over the resident
/// sub-groups is Little's law. Assumed is that a first level holds what its work-groups read again and a second level what others
/// do, that a compiler keeps the loads of a basic block together, and that work-groups are equal.
/// @param profile whose rates are all told: rates.missing() is empty
Forecast forecast(const Profile& profile, const LaunchWork& work, const Occupancy& occupancy);

} // namespace lockstep::lens
