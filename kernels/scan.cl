// Inclusive scan, block by block: the rungs of the ladder from 1 up to block_registers.
// Those above it are in scan_tiles.cl, those for CPUs in scan_strips.cl.
//
// -D BLOCK    elements that a work-group scans; each rung that needs it says how many. The
//             others are in scan.clh
// get_group_id(0) counts blocks.
#include "scan_fours.clh"

//! [add_block_sums]
// Second half of the rungs that scan block by block: sums[b] is by now the sum of blocks 0
// to b, and everything in block b + 1 grows by it. Work-group b has block b + 1, so there
// is one work-group fewer than blocks.
#ifndef BLOCK
#define BLOCK GROUP
#endif
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
add_block_sums(global ELEMENT* out, global const ELEMENT* sums, uint n)
{
    const uint first = ((uint)get_group_id(0) + 1) * BLOCK;
    const ELEMENT before = sums[get_group_id(0)];
    for (uint i = get_local_id(0); i < BLOCK && first + i < n; i += GROUP)
        out[first + i] += before;
}
//! [add_block_sums]

//! [block_hillis_steele]
// Blocks of GROUP elements, one a work-item. All the steps of a block run in local memory;
// its sum goes to sums[block].
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_by_steps(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums,
                     uint n)
{
    local ELEMENT block[GROUP];
    const uint i = get_global_id(0), l = get_local_id(0);
    ELEMENT sum = i < n ? in[i] : 0;
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        block[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= distance) sum += block[l - distance];
        barrier(CLK_LOCAL_MEM_FENCE); // before anyone overwrites what another still reads
    }
    if (i < n) out[i] = sum;
    if (l == GROUP - 1) sums[get_group_id(0)] = sum;
}
//! [block_hillis_steele]

// The sweeps over blocks whose words lie one after another in local memory.
#define SCAN_BLOCKS scan_blocks_by_sweeps
#define PLACE(i) (i)
#include "scan_sweeps.clh"

//! [block_sweep_padded]
// The sweeps over padded blocks.
#define SCAN_BLOCKS scan_blocks_padded
#define PLACE(i) PADDED(i)
#include "scan_sweeps.clh"
//! [block_sweep_padded]

//! [block_registers]
// Blocks of 4 * GROUP elements: a work-item scans four in its registers, and only their
// sums meet in local memory.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_in_registers(global const ELEMENT* in, global ELEMENT* out,
                         global ELEMENT* sums, uint n)
{
    local ELEMENT block[GROUP];
    const uint i = 4 * get_global_id(0), l = get_local_id(0);
    const four x = scanned(load_four(in, i, n));
    ELEMENT sum = x.w;
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        block[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= distance) sum += block[l - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    block[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    store_four(out, i, n, x + (four)(l > 0 ? block[l - 1] : 0));
    if (l == GROUP - 1) sums[get_group_id(0)] = sum;
}
//! [block_registers]
