// Inclusive scan in one pass by sub-groups, where the device has them: built for OpenCL
// C 2.0 or later.
//
// -D WINDOW   tiles that are asked at a time, at most. The others are in scan.clh,
//             scan_states.clh and scan_tile.clh
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#ifndef WINDOW
#define WINDOW 32
#endif
// OpenCL does not promise that neighbours in the group are neighbours in a sub-group; so
// those are numbered who are.
#define ITEM (get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id())
#include "scan_states.clh"
#include "scan_tile.clh"

//! [sub_groups]
// Scans each vector of x, leaves in before[row] what stands before it in its tile, and
// returns the tile's sum. A sub-group scans the sums of its neighbouring vectors without
// local memory. Only its own sum goes there, one for each row.
ELEMENT scan_tile_by_sub_groups(four* x, ELEMENT* before, local ELEMENT* ends)
{
    const uint own = get_sub_group_id(), sub_groups = get_num_sub_groups();
#pragma unroll
    for (uint row = 0; row < ROWS; ++row) {
        x[row] = scanned(x[row]);
        const ELEMENT sum = sub_group_scan_inclusive_add(x[row].w);
        before[row] = sub_group_scan_exclusive_add(x[row].w);
        if (get_sub_group_local_id() == get_sub_group_size() - 1)
            ends[row * sub_groups + own] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT all = 0;
#pragma unroll
    for (uint row = 0; row < ROWS; ++row)
        for (uint s = 0; s < sub_groups; ++s) {
            if (s == own) before[row] += all;
            all += ends[row * sub_groups + s];
        }
    return all;
}

// The sum over all tiles before this one, for the sub-group that looks back: lane i asks
// the tile i + 1 places back.
ELEMENT sum_published_for_sub_group(volatile global uint* states, uint tile)
{
    const uint lane = get_sub_group_local_id(),
               lanes = min(get_sub_group_size(), (uint)WINDOW);
    ELEMENT before = 0;
    uint nearest = lanes; // place of the nearest tile that knows the sum so far
    for (uint from = WINDOW + tile; nearest == lanes; from -= lanes) {
        uint2 seen = (uint2)(sum_of_tile, sum_of_tile); // of lanes without a tile to ask
        if (lane < lanes) {
            seen = published(states, from - 1 - lane);
            while (status_of(seen) == nothing_yet)
                seen = published(states, from - 1 - lane);
        }
        nearest = sub_group_reduce_min(status_of(seen) == sum_so_far ? lane : lanes);
        before +=
            sub_group_reduce_add(lane <= nearest && lane < lanes ? value_of(seen) : 0);
    }
    return before;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_by_sub_groups(global const ELEMENT* in, global ELEMENT* out,
                   volatile global uint* states, uint n, uint tiles)
{
    local ELEMENT ends[ROWS * GROUP]; // enough for sub-groups of one
    local uint ticket;
    local ELEMENT before_tile;
    if (ITEM == 0) ticket = atomic_inc(states + 2 * (WINDOW + tiles));
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = ticket;
    four x[ROWS];
    ELEMENT before[ROWS];
    load_tile(x, in, tile * TILE, n);
    const ELEMENT all = scan_tile_by_sub_groups(x, before, ends);
    if (get_sub_group_id() == 0) {
        if (ITEM == 0) publish(states, WINDOW + tile, sum_of_tile, all);
        const ELEMENT told = sum_published_for_sub_group(states, tile);
        if (ITEM == 0) {
            publish(states, WINDOW + tile, sum_so_far, told + all);
            before_tile = told;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint row = 0; row < ROWS; ++row)
        store_four(out, tile * TILE + 4 * (row * GROUP + ITEM), n,
                   x[row] + (four)(before_tile + before[row]));
}
//! [sub_groups]
