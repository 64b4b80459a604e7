// How a one-dimensional launch is sized, and who in it handles what. launch.cpp defines the functions.
#pragma once

#include <cstddef>

/// The sizes of a launch.
struct Range
{
    std::size_t global; ///< work-items in all; a multiple of local
    std::size_t local;  ///< work-items in a work-group
};

/// A work-item, by the work-group it is in and its place there.
struct Place
{
    std::size_t group;
    std::size_t local;
};

/// The smallest launch that has a work-item for each of n elements, in work-groups as large as wanted, or as
/// large as the kernel allows if that is less.
/// @param n at least 1, at most 2 to the power of 63.
/// @param wanted the preferred size of a work-group, at least 1.
/// @param kernel_limit the most that the kernel can have on the device (CL_KERNEL_WORK_GROUP_SIZE), at least
/// 1.
Range range_for(std::size_t n, std::size_t wanted, std::size_t kernel_limit);

/// The work-item of a launch whose global id is `element`.
Place place_of(std::size_t element, Range range);

/// The global id of a work-item, from what it knows of its work-group.
std::size_t global_id(Place place, Range range);
