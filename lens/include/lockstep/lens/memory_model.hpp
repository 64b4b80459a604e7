// One instruction of one sub-group: which sectors it touches, how many passes local memory needs.
#pragma once

#include "profile.hpp"

#include <cstdint>
#include <span>

namespace lockstep::lens
{

/// One work-item's part of a request.
struct LaneAccess
{
    unsigned lane;         ///< within its sub-group
    std::uint64_t address; ///< in bytes
    unsigned bytes;        ///< 1 to 128
};

/// What a request to global memory costs.
struct GlobalCost
{
    std::uint64_t sectors = 0; ///< bytes moved, in units of the profile's smallest transaction
    std::uint64_t ideal = 0;   ///< the distinct bytes asked for, in the same unit, rounded up
    std::uint64_t bytes = 0;   ///< asked for, counted per work-item
    std::uint64_t lines = 0;   ///< cache lines that the bytes lie in; sectors where the profile has no lines
};

/// What a request to local memory costs.
struct LocalCost
{
    std::uint64_t wavefronts = 0; ///< passes: distinct words of one bank are served one after another
    std::uint64_t ideal = 0;      ///< passes that the active work-items need at this width without a conflict
    std::uint64_t bytes = 0;      ///< asked for, counted per work-item
};

/// What one load, store or atomic of a sub-group costs in global memory. Lanes are merged within chunks of profile.global.lanes; with several sizes of transactions each chunk is
/// served by the smallest that hold its words.
/// Source: the profile's, for each of its figures; on an H200 the counters of lens/validation.
/// @param lanes the active work-items, rising by `lane`, each once; none give no cost
/// @param is_load false for stores and atomics
/// @return sectors and ideal in units of profile.global.sector_bytes(is_load) bytes
GlobalCost global_cost(const Profile& profile, std::span<const LaneAccess> lanes, bool is_load = true);

/// What one load, store or atomic of a sub-group costs in local memory. Lanes are served in chunks of the profile's
/// lanes for the widest access; a word is broadcast to all that ask for it.
///
/// A pass serves as many lanes as the profile says for the widest of them. Where it says joins_shared_loads, a load
/// of more than 4 bytes is served twice as many lanes a pass if there is a bit, 1 or 2, by which the lanes of the
/// whole sub-group can be paired (lane and lane ^ bit) so that in every pair one is idle or both ask for one address.
/// Source: counters of an NVIDIA H200, lens/validation, kernels local_load_longs and local_load_quads.
/// Where it says load_group_16_bytes, a load of 16 bytes is served group by group instead of neighbours by neighbours.
/// @param lanes the active work-items, rising by `lane`, each once; byte 0 is in bank 0
/// @param is_load false for stores and atomics
LocalCost local_cost(const Profile& profile, std::span<const LaneAccess> lanes, bool is_load = true);

} // namespace lockstep::lens
