// rejected by: lens, scan_blocks global_load.efficiency
// Exclusive scan of each block of 512 elements. 1D; work-group g of 256 work-items has block g.
#define GROUP 256
#define BLOCK (2 * GROUP)
#define PLACE(i)                                                                                             \
    ((i) + (i) / 32) // a word left free after every 32: places 2, 4, 8 … apart are in different banks

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_blocks(global const uint* in,
                                                                           global uint* out, uint n)
{
    local uint block[PLACE(BLOCK)];
    const uint l = get_local_id(0);
    const uint first = get_group_id(0) * BLOCK;
    for (uint i = 2 * l; i < 2 * l + 2; ++i) block[PLACE(i)] = first + i < n ? in[first + i] : 0;
    for (uint distance = 1; distance <= GROUP; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint right = (2 * l + 2) * distance - 1;
        if (right < BLOCK) block[PLACE(right)] += block[PLACE(right - distance)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) block[PLACE(BLOCK - 1)] = 0;
    for (uint distance = GROUP; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint right = (2 * l + 2) * distance - 1;
        if (right < BLOCK) {
            const uint left = block[PLACE(right - distance)];
            block[PLACE(right - distance)] = block[PLACE(right)];
            block[PLACE(right)] += left;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < BLOCK && first + i < n; i += GROUP) out[first + i] = block[PLACE(i)];
}
