// How many work-groups of a kernel fit on one compute unit, and which resource says so.
#pragma once

#include "profile.hpp"

#include <string>
#include <vector>

namespace lockstep::lens
{

/// What one kernel takes.
struct KernelResources
{
    unsigned group_size = 0;         ///< work-items in a work-group
    unsigned registers_per_item = 0; ///< of the profile's register_bytes; 0: unknown, not counted
    unsigned local_bytes = 0;        ///< per work-group, arrays and arguments
};

/// What one resource of a compute unit allows.
struct ResourceLimit
{
    std::string resource;   ///< "registers", "local memory", "groups", "sub-groups"
    unsigned per_group = 0; ///< what one work-group takes, rounded up as the GPU does; of "groups": 1
    unsigned available = 0; ///< what the unit has
    unsigned groups = 0;    ///< work-groups that fit, had the unit no other limit
};

/// What fits.
struct Occupancy
{
    unsigned groups = 0;     ///< resident work-groups on a compute unit
    unsigned sub_groups = 0; ///< resident sub-groups (warps, wavefronts)
    double fraction = 0;     ///< sub_groups over the unit's most
    std::string limit; ///< "registers", "local memory", "groups", "sub-groups"; several are joined with ", "
    std::string refusal;               ///< why the kernel cannot be launched at all; empty otherwise
    std::vector<ResourceLimit> limits; ///< each resource on its own; one the kernel does not take is left out
};

/// How many work-groups with these resources one compute unit of the GPU holds at once.
/// Every resource is rounded up to the portions the GPU gives away. On NVIDIA's Hopper the result equals
/// `cudaOccupancyMaxActiveBlocksPerMultiprocessor` (tests/lens/occupancy.cpp, against recorded answers).
/// A kernel that cannot be launched, one with a group larger than the GPU takes say, has no groups and a `refusal`;
/// nothing is thrown.
Occupancy occupancy(const Profile& profile, const KernelResources& kernel);

} // namespace lockstep::lens
