// Exclusive scan of each block of 512 elements. 1D; work-group g of 256 work-items has block g.
#define GROUP 256
#define BLOCK (2 * GROUP)

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_blocks(global const uint* in,
                                                                           global uint* out, uint n)
{
    local uint block[2][BLOCK];
    const uint l = get_local_id(0);
    const uint first = get_group_id(0) * BLOCK;
    for (uint i = l; i < BLOCK; i += GROUP) // shifted by one: the scan of what stands before
        block[0][i] = i > 0 && first + i - 1 < n ? in[first + i - 1] : 0;
    uint now = 0;
    for (uint distance = 1; distance < BLOCK; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = l; i < BLOCK; i += GROUP)
            block[now ^ 1][i] = block[now][i] + (i >= distance ? block[now][i - distance] : 0);
        now ^= 1;
    }
    for (uint i = l; i < BLOCK && first + i < n; i += GROUP) out[first + i] = block[now][i];
}
