// One work-group size and tile for several GPUs. plan.cpp defines the function choose.
#pragma once

#include <span>

/// What a compute unit has, and in what portions it gives it away; see exercise 1 of this chapter.
struct Unit
{
    unsigned sub_group_size;
    unsigned sub_groups; ///< places for sub-groups: what an occupancy of 1 fills
    unsigned groups;
    unsigned registers;
    unsigned register_portion;
    unsigned simds;
    unsigned local_bytes;
    unsigned local_portion;
    unsigned local_reserved;
};

/// What a kernel takes.
struct Kernel
{
    unsigned group_size;
    unsigned registers;
    unsigned local_bytes;
};

/// What is resident at once.
struct Fit
{
    unsigned groups;
    unsigned sub_groups;
};

/// How many work-groups of the kernel the unit holds at once. It is there: you only call it.
Fit fit(const Unit& unit, const Kernel& kernel);

/// What there is to filter, and what is demanded.
struct Filter
{
    unsigned radius;                ///< of the border around a tile: 0 to 32767
    unsigned base_registers;        ///< of a work-item
    unsigned registers_per_element; ///< for each element that a work-item makes
    unsigned max_group_size;        ///< work-items
    double max_load;                ///< elements in local memory over elements made
};

/// A work-group and its tile.
struct Plan
{
    unsigned columns;  ///< 8, 16, 32, 64 or 128; 0: there is no plan
    unsigned rows;     ///< 1, 2, 4, 8, 16 or 32
    unsigned per_item; ///< 1 to 8 elements, one below the other
};

/// The plan with the highest lowest occupancy; of several, one with the lowest load.
/// @param units at least one.
Plan choose(std::span<const Unit> units, const Filter& filter);
