// Inclusive scan, tile by tile: the upper rungs of the ladder for GPUs, which read everything twice, or once.
//
// -D ROWS     vectors of four elements of a work-item in a tile. The others are in scan.clh and scan_states.clh
#include "scan_fours.clh"
#include "scan_states.clh"

// Tiles of 4 * ROWS * GROUP elements: ROWS rows of GROUP vectors, of which work-item l has number l in every row.
#ifndef ROWS
#define ROWS 4
#endif
#define TILE (4 * ROWS * GROUP)

void load_tile(four* x, global const ELEMENT* in, uint first, uint n)
{
    if (first + TILE <= n) // the same for the whole group, and true for all tiles but the last
#pragma unroll
        for (uint row = 0; row < ROWS; ++row)
            x[row] = ((global const four*)(in + first))[row * GROUP + get_local_id(0)];
    else
#pragma unroll
        for (uint row = 0; row < ROWS; ++row)
            x[row] = load_four(in, first + 4 * (row * GROUP + get_local_id(0)), n);
}

// Stores x, each vector after adding `before` and what local memory holds for it.
void store_tile(const four* x, local const ELEMENT* sums, ELEMENT before, global ELEMENT* out, uint first,
                uint n)
{
#pragma unroll
    for (uint row = 0; row < ROWS; ++row) {
        const uint i = row * GROUP + get_local_id(0);
        const four y = x[row] + (four)(before + sums[PADDED(i)]);
        if (first + TILE <= n)
            ((global four*)(out + first))[i] = y;
        else
            store_four(out, first + 4 * i, n, y);
    }
}

// The sum of `mine` over the work-items before this one, and in *all that over the whole group. Two barriers do:
// everyone adds up what stands before it in its row of 16, then the sums of the rows before its own.
ELEMENT sum_before(ELEMENT mine, local four* meeting, ELEMENT* all)
{
    const uint l = get_local_id(0), row = l / 16, column = l % 16;
    local ELEMENT* sums = (local ELEMENT*)meeting; // GROUP of work-items, then GROUP / 16 of rows
    sums[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT before = 0;
#pragma unroll
    for (uint i = 0; i < 16; i += 4) {
        const four s = meeting[(16 * row + i) / 4];
        before += (i < column ? s.x : 0) + (i + 1 < column ? s.y : 0) + (i + 2 < column ? s.z : 0) +
                  (i + 3 < column ? s.w : 0);
    }
    if (column == 15) sums[GROUP + row] = before + mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT rows_before = 0, rows = 0;
#pragma unroll
    for (uint i = 0; i < GROUP / 16; ++i) {
        if (i == row) rows_before = rows;
        rows += sums[GROUP + i];
    }
    *all = rows;
    return rows_before + before;
}

// Scans each vector of x, and leaves in sums[PADDED(i)] what stands before vector i in its tile. Returns the tile's sum.
ELEMENT scan_tile(four* x, local ELEMENT* sums, local four* meeting)
{
    const uint l = get_local_id(0);
#pragma unroll
    for (uint row = 0; row < ROWS; ++row) {
        x[row] = scanned(x[row]);
        sums[PADDED(row * GROUP + l)] = x[row].w;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT mine[ROWS + 1]; // of ROWS vectors that are neighbours in the tile, which their owners are not
    mine[0] = 0;
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) mine[i + 1] = mine[i] + sums[PADDED(ROWS * l + i)];
    ELEMENT all;
    const ELEMENT before = sum_before(mine[ROWS], meeting, &all);
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) sums[PADDED(ROWS * l + i)] = before + mine[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    return all;
}

//! [sums_first]
// Three kernels that read everything twice and write it once. Work-group g has `strip` elements from strip * g on, a
// whole number of tiles. First the sum of each strip:
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sum_strips(global const ELEMENT* in, global ELEMENT* sums, uint n, uint strip)
{
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    const uint first = strip * get_group_id(0), end = min(first + strip, n);
    four total = 0;
    for (uint tile = first; tile < end; tile += TILE) {
        four x[ROWS];
        load_tile(x, in, tile, n);
#pragma unroll
        for (uint row = 0; row < ROWS; ++row) total += x[row];
    }
    ELEMENT all;
    sum_before(total.x + total.y + total.z + total.w, meeting, &all);
    if (get_local_id(0) == 0) sums[get_group_id(0)] = all;
}

// Then one work-group turns the sums of strips into what stands before each:
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_strip_sums(global ELEMENT* sums,
                                                                               uint strips)
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
scan_strips(global const ELEMENT* in, global ELEMENT* out, global const ELEMENT* sums, uint n, uint strip)
{
    local ELEMENT vectors[PADDED(ROWS * GROUP)];
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    const uint first = strip * get_group_id(0), end = min(first + strip, n);
    ELEMENT before = sums[get_group_id(0)];
    for (uint tile = first; tile < end; tile += TILE) {
        four x[ROWS];
        load_tile(x, in, tile, n);
        const ELEMENT all = scan_tile(x, vectors, meeting);
        store_tile(x, vectors, before, out, tile, n);
        before += all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
//! [sums_first]

//! [look_back]
// The sum over all tiles before this one, found by one work-item: it adds up what the tiles before have told, nearest
// first, as far as one that knows the sum so far.
ELEMENT sum_told(volatile global uint* states, uint tile)
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
            while (status_of(seen[i]) == nothing_yet) seen[i] = published(states, from - 1 - i);
            status = status_of(seen[i]);
            before += value_of(seen[i]);
        }
    }
    return before;
}

// One kernel, which reads once and writes once. A work-group draws a ticket, so that tiles are begun in order whatever
// the order of groups. It tells the others its tile's sum, looks back for the sum before it, and can tell that as well.
// A tile waits only for tiles begun earlier, so somebody can always go on.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_in_one_pass(global const ELEMENT* in,
                                                                                global ELEMENT* out,
                                                                                volatile global uint* states,
                                                                                uint n, uint tiles)
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
        before = sum_told(states, tile);
        publish(states, WINDOW + tile, sum_so_far, before + all);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_tile(x, vectors, before, out, tile * TILE, n);
}
//! [look_back]

//! [tell_ahead]
// The same, with time between telling and asking: few work-groups, each of which does tile after tile, and which brings,
// scans and tells its next tile before it looks back for the one it has. What it asks for was told long ago.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_telling_ahead(global const ELEMENT* in, global ELEMENT* out, volatile global uint* states, uint n,
                   uint tiles)
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
            const uint drawn =
                atomic_inc(tickets); // not needed before the barrier: its answer may take its time
            before = sum_told(states, tile);
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
