// Inclusive scan, tile by tile: the upper rungs of the ladder for GPUs, which read
// everything twice, or once.
//
// The options are in scan.clh, scan_states.clh and scan_tile.clh.
#include "scan_states.clh"
#include "scan_tile.clh"

//! [sums_first]
// Three kernels that read everything twice and write it once. Work-group g has `strip`
// elements from strip * g on, a whole number of tiles. First the sum of each strip:
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sum_strips(global const ELEMENT* in, global ELEMENT* sums, uint n, uint strip)
{
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    const uint first = strip * get_group_id(0), count = min(strip, n - first);
    four total = 0;
    for (uint done = 0; done < count; done += TILE) {
        four x[ROWS];
        load_tile(x, in, first + done, n);
#pragma unroll
        for (uint row = 0; row < ROWS; ++row) total += x[row];
    }
    ELEMENT all;
    sum_before(total.x + total.y + total.z + total.w, meeting, &all);
    if (get_local_id(0) == 0) sums[get_group_id(0)] = all;
}

// Then one work-group turns the sums of strips into what stands before each:
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_strip_sums(global ELEMENT* sums, uint strips)
{
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    ELEMENT carry = 0;
    for (uint first = 0; first < strips; first += GROUP) {
        const uint i = first + get_local_id(0);
        ELEMENT all;
        const ELEMENT before = sum_before(i < strips ? sums[i] : 0, meeting, &all);
        if (i < strips) sums[i] = carry + before;
        carry += all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// And at last each strip is scanned from there, tile by tile:
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_strips(global const ELEMENT* in, global ELEMENT* out, global const ELEMENT* sums,
            uint n, uint strip)
{
    local ELEMENT vectors[PADDED(ROWS * GROUP)];
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    const uint first = strip * get_group_id(0), count = min(strip, n - first);
    ELEMENT before = sums[get_group_id(0)];
    for (uint done = 0; done < count; done += TILE) {
        four x[ROWS];
        load_tile(x, in, first + done, n);
        const ELEMENT all = scan_tile(x, vectors, meeting);
        store_tile(x, vectors, before, out, first + done, n);
        before += all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
//! [sums_first]

// The sum over all tiles before this one, found by one work-item: it adds up what the tiles
// before have published, nearest first, as far as one that knows the sum so far.
ELEMENT sum_published(volatile global uint* states, uint tile)
{
    ELEMENT before = 0;
    uint status = nothing_yet;
    for (uint from = WINDOW + tile; status != sum_so_far; from -= WINDOW) {
        uint2 seen[WINDOW]; // asked for together, since each answer takes long
#pragma unroll
        for (uint i = 0; i < WINDOW; ++i) seen[i] = published(states, from - 1 - i);
#pragma unroll
        for (uint i = 0; i < WINDOW; ++i) {
            if (status == sum_so_far) continue;
            while (status_of(seen[i]) == nothing_yet)
                seen[i] = published(states, from - 1 - i);
            status = status_of(seen[i]);
            before += value_of(seen[i]);
        }
    }
    return before;
}

//! [look_back]
// One kernel, which reads once and writes once. A work-group draws a ticket, so that tiles
// are begun in order whatever the order of groups. It publishes its tile's sum, looks back
// for the sum before it, and publishes that as well. A tile waits only for tiles begun
// earlier, so one of them can always go on.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_in_one_pass(global const ELEMENT* in, global ELEMENT* out,
                 volatile global uint* states, uint n, uint tiles)
{
    local ELEMENT vectors[PADDED(ROWS * GROUP)];
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    local uint ticket;
    local ELEMENT before;
    if (get_local_id(0) == 0) ticket = atomic_inc(states + 2 * (WINDOW + tiles));
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = ticket;
    four x[ROWS];
    load_tile(x, in, tile * TILE, n);
    const ELEMENT all = scan_tile(x, vectors, meeting);
    if (get_local_id(0) == 0) {
        publish(states, WINDOW + tile, sum_of_tile, all);
        before = sum_published(states, tile);
        publish(states, WINDOW + tile, sum_so_far, before + all);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_tile(x, vectors, before, out, tile * TILE, n);
}
//! [look_back]

//! [tell_ahead]
// The same, with time between publishing and asking: few work-groups, each of which does
// tile after tile, and loads, scans and publishes its next tile before it looks back for
// the one it has. What it asks for was published long ago.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_telling_ahead(global const ELEMENT* in, global ELEMENT* out,
                   volatile global uint* states, uint n, uint tiles)
{
    local ELEMENT vectors[2][PADDED(ROWS * GROUP)];
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    local uint ticket;
    local ELEMENT before;
    const uint l = get_local_id(0);
    volatile global uint* tickets = states + 2 * (WINDOW + tiles);
    if (l == 0) ticket = atomic_inc(tickets);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint tile = ticket;
    four x[ROWS];
    load_tile(x, in, tile * TILE, n); // beyond the last tile: zeros
    ELEMENT all = scan_tile(x, vectors[0], meeting);
    if (l == 0) {
        if (tile < tiles) publish(states, WINDOW + tile, sum_of_tile, all);
        ticket = atomic_inc(tickets);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint turn = 0; tile < tiles; turn ^= 1) {
        const uint next = ticket;
        four y[ROWS];
        load_tile(y, in, next * TILE, n);
        const ELEMENT all_of_next = scan_tile(y, vectors[turn ^ 1], meeting);
        if (l == 0) {
            if (next < tiles) publish(states, WINDOW + next, sum_of_tile, all_of_next);
            // Not needed before the barrier: its answer may take its time.
            const uint drawn = atomic_inc(tickets);
            before = sum_published(states, tile);
            publish(states, WINDOW + tile, sum_so_far, before + all);
            ticket = drawn;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        store_tile(x, vectors[turn], before, out, tile * TILE, n);
#pragma unroll
        for (uint row = 0; row < ROWS; ++row) x[row] = y[row];
        tile = next;
        all = all_of_next;
        barrier(CLK_LOCAL_MEM_FENCE); // local memory is about to be written again
    }
}
//! [tell_ahead]
