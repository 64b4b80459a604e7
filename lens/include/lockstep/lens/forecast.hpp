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
    double groups = 0;            ///< work-groups
    double sub_groups = 0;        ///< of all work-groups
    double issue_slots = 0;       ///< instructions that sub-groups issue, vectors element by element
    double waits = 0;             ///< of sub-groups for global memory, one after another
    double local_waits = 0;       ///< for local memory, likewise
    double steps = 0;             ///< other instructions on that way, likewise
    double lines = 0;             ///< cache lines of each request to global memory, summed
    double local_passes = 0;      ///< through the banks, those of atomics included
    double load_sectors = 0;      ///< of all requests
    double sectors_by_groups = 0; ///< sectors of loads, each once in a work-group
    double sectors_read = 0;      ///< those of loads, each once in the launch
    double store_sectors = 0;     ///< of all requests
    double partial_sectors = 0;   ///< of these, those of which a request writes a part
    double sectors_written = 0;   ///< those of stores and atomics, each once in the launch
    double atomic_lanes = 0;      ///< work-items of atomics in global memory, summed
    double atomic_lines = 0;      ///< cache lines that those change, each once in the launch
    double memory_bytes =
        0; ///< to and from memory, as a model of the caches tells; 0: not told, each sector moves once
    double copies = 1; ///< of which the groups are, each with data of its own; see repeated()

    /// All that grows with the groups.
    static const std::vector<double LaunchWork::*> parts;
};

/// Does the launch take every place for a work-group at least once?
bool fills(const Profile& profile, const LaunchWork& work, const Occupancy& occupancy);

/// How often the launch's groups have to be there for the device to be full four times, so that neither the first wait nor the last
/// group decides; 1 where the launch does that alone.
double copies_to_fill(const Profile& profile, const LaunchWork& work, const Occupancy& occupancy);

/// The same groups so many times, each time with data of their own. Only the cache lines that atomics change stay the same ones,
/// because what groups add up together is one sum for all of them.
LaunchWork repeated(const LaunchWork& work, double copies);

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
/// In nanoseconds, with U compute units at work and the profile's rates:
/// - memory: 32-byte sectors read and written, each once, and those of which a request writes a part once more, over what a copy
///   reaches: what is not written of a sector must come from memory. Stores at strides of 2 to 8 floats take 2.04 to 2.10 times as
///   long as their sectors alone would, on an H200 and on an H100 (bench/results/h200-coalescing.json, h100-coalescing.json);
/// - second level: the sectors that each work-group reads once, and all that are stored, over its bandwidth;
/// - first level: cache lines looked up and passes of local memory, U of them at a time. They are added because one memory holds both;
/// - instructions: issue slots, over U times what a unit issues in a clock;
/// - latency: what the sub-groups wait one after another, over how many of them are resident. A wait is the mean of the levels' times,
///   weighed by the sectors that each level brings. Groups that run at the same time do not find each other's sectors, because all of them
///   ask before the first answer is there: of the sectors that several groups read, those of the first of W waves wait for memory,
///   which is one in W where readers are spread evenly, and each where all groups are resident at once;
/// - atomics: those of one cache line one after another, if they are spread evenly over `atomic_lines`.
///
/// U is the mean over the launch's time: groups over what the busiest unit has, so 4 of 132 for 4 groups, and 66.5 for 133.
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
