// How many work-groups of a kernel are resident on a compute unit. fit.cpp defines the function.
#pragma once

/// What a compute unit has, and in what portions it gives it away. Portions, simds and sub_group_size are at
/// least 1.
struct Unit
{
    unsigned sub_group_size;   ///< work-items in a sub-group
    unsigned sub_groups;       ///< places for sub-groups
    unsigned groups;           ///< places for work-groups
    unsigned registers;        ///< of all simds together; simds divides them
    unsigned register_portion; ///< a sub-group's registers are rounded up to a multiple of this
    unsigned simds;            ///< equal parts of the registers; a sub-group's come from one of them
    unsigned local_bytes;      ///< local memory
    unsigned local_portion;    ///< a group's bytes are rounded up to a multiple of this ...
    unsigned local_reserved;   ///< ... with these, which the system takes from every group
};

/// What a kernel takes. Each number may be as large as its type allows.
struct Kernel
{
    unsigned group_size;  ///< work-items in a work-group, at least 1
    unsigned registers;   ///< of one work-item; may be 0
    unsigned local_bytes; ///< of one work-group; may be 0
};

/// What is resident at once.
struct Fit
{
    unsigned groups;
    unsigned sub_groups; ///< of these groups
};

/// How many work-groups of the kernel the unit holds at once, and how many sub-groups they are.
Fit fit(const Unit& unit, const Kernel& kernel);
