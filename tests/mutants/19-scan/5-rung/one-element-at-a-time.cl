// rejected by: lens, scan_blocks_in_registers global_load.requests
// Inclusive scan of blocks of 4 * GROUP elements; block g's sum goes to sums[g]. 1D, work-groups of GROUP.
#ifndef ELEMENT
#define ELEMENT float
#endif
#ifndef GROUP
#define GROUP 256
#endif
#ifndef BLOCK
#define BLOCK (4 * GROUP)
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_in_registers(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums, uint n)
{
    local ELEMENT block[2][BLOCK];
    const uint first = get_group_id(0) * BLOCK, l = get_local_id(0);
    for (uint i = l; i < BLOCK; i += GROUP) block[0][i] = first + i < n ? in[first + i] : 0;
    uint now = 0;
    for (uint distance = 1; distance < BLOCK; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = l; i < BLOCK; i += GROUP)
            block[now ^ 1][i] = i < distance ? block[now][i] : block[now][i - distance] + block[now][i];
        now ^= 1;
    }
    for (uint i = l; i < BLOCK && first + i < n; i += GROUP) out[first + i] = block[now][i];
    if (l == GROUP - 1) sums[get_group_id(0)] = block[now][BLOCK - 1];
}

// The second half, given: everything in block b + 1 grows by the sum of blocks 0 to b.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
add_block_sums(global ELEMENT* out, global const ELEMENT* sums, uint n)
{
    const uint first = ((uint)get_group_id(0) + 1) * BLOCK;
    const ELEMENT before = sums[get_group_id(0)];
    for (uint i = get_local_id(0); i < BLOCK && first + i < n; i += GROUP) out[first + i] += before;
}
