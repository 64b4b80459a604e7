// Three kernels whose work-items pass values to each other through local memory. Each works on the blocks of its work-groups,
// in place: group g changes values[g * size] to values[g * size + size - 1], of which the last block may have fewer. The launch
// may be larger than n. `tile` has room for one int for each work-item of a group.

// Each value less the one to its left. The first value of a block stays as it is.
kernel void differences(global int* values, uint n, local int* tile)
{
    const uint i = get_global_id(0);
    const uint item = get_local_id(0);
    if (i < n) tile[item] = values[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n && item > 0) values[i] = tile[item] - tile[item - 1];
}

// The largest so far: each value becomes the largest of those from its block's first to itself. In every round a value learns
// what another one knows, which stands twice as far to the left as in the round before.
kernel void largest_so_far(global int* values, uint n, local int* tile)
{
    const uint i = get_global_id(0);
    const uint item = get_local_id(0);
    const uint size = get_local_size(0);
    tile[item] = i < n ? values[i] : INT_MIN;
    for (uint apart = 1; apart < size; apart *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int left = item >= apart ? tile[item - apart] : INT_MIN;
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[item] = max(tile[item], left);
    }
    if (i < n) values[i] = tile[item];
}

// Turns each block round: its last value becomes its first.
kernel void turn_blocks(global int* values, uint n, local int* tile)
{
    const uint i = get_global_id(0);
    const uint item = get_local_id(0);
    const uint size = get_local_size(0);
    if (i < n) tile[item] = values[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) {
        const uint length = min(size, n - (i - item));
        values[i] = tile[length - 1 - item];
    }
}
