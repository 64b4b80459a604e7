// Inclusive scan in one pass, where many work-items of a group look back at once. What a
// tile is, and the rung that looks back with one work-item, are in scan_tile.clh and
// scan_tiles.cl.
//
// -D WINDOW   tiles that are asked at a time, each by a work-item; a multiple of 4, GROUP
//             at most. The others are in scan.clh, scan_states.clh and scan_tile.clh
#ifndef WINDOW
#define WINDOW 32
#endif
#include "scan_states.clh"
#include "scan_tile.clh"
#if WINDOW % 4 != 0 || WINDOW > GROUP
#error WINDOW is a multiple of 4, and GROUP at most
#endif

//! [look_together]
// The sum over all tiles before this one, for the whole group. Work-item i asks the tile i
// + 1 places back and notes its answer; `nearest`, at first WINDOW, becomes the place of
// the nearest that knows the sum so far. What is published as far as there is the sum. If
// no tile knows it, the WINDOW tiles before those are asked.
ELEMENT sum_published_for_all(volatile global uint* states, uint tile, local four* told,
                              local uint* nearest)
{
    const uint l = get_local_id(0);
    local ELEMENT* answers = (local ELEMENT*)told;
    ELEMENT before = 0;
    uint last = WINDOW;
    for (uint from = WINDOW + tile; last == WINDOW; from -= WINDOW) {
        if (l < WINDOW) {
            uint2 seen = published(states, from - 1 - l);
            while (status_of(seen) == nothing_yet) seen = published(states, from - 1 - l);
            answers[l] = value_of(seen);
            if (status_of(seen) == sum_so_far) atomic_min(nearest, l);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        last = *nearest;
#pragma unroll
        // The same words for everyone: one request, one pass.
        for (uint i = 0; i < WINDOW; i += 4) {
            const four s = told[i / 4];
            before += (i <= last ? s.x : 0) + (i + 1 <= last ? s.y : 0) +
                      (i + 2 <= last ? s.z : 0) + (i + 3 <= last ? s.w : 0);
        }
        barrier(CLK_LOCAL_MEM_FENCE); // before the answers are overwritten
    }
    return before;
}

// As scan_in_one_pass, but for who looks back.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_looking_together(global const ELEMENT* in, global ELEMENT* out,
                      volatile global uint* states, uint n, uint tiles)
{
    local ELEMENT vectors[PADDED(ROWS * GROUP)];
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    local four told[WINDOW / 4];
    local uint ticket, nearest;
    if (get_local_id(0) == 0) {
        ticket = atomic_inc(states + 2 * (WINDOW + tiles));
        nearest = WINDOW;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = ticket;
    four x[ROWS];
    load_tile(x, in, tile * TILE, n);
    const ELEMENT all = scan_tile(x, vectors, meeting);
    if (get_local_id(0) == 0) publish(states, WINDOW + tile, sum_of_tile, all);
    const ELEMENT before = sum_published_for_all(states, tile, told, &nearest);
    if (get_local_id(0) == 0) publish(states, WINDOW + tile, sum_so_far, before + all);
    store_tile(x, vectors, before, out, tile * TILE, n);
}
//! [look_together]
