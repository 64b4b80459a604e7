// totals[r]: how many pixels of the rows 0 to r are above the limit. One work-group a row, of any size. `state` has
// rows + 1 words, 0 before the launch.
kernel void running_totals(global const float* picture, uint columns, uint rows, float limit,
                           global uint* totals, volatile global uint* state)
{
    local uint count;
    const uint row = get_group_id(0);
    if (get_local_id(0) == 0) count = 0;
    for (uint c = get_local_id(0); c < columns; c += get_local_size(0))
        if (picture[row * columns + c] > limit) atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        uint before = 0;
        if (row > 0) {
            while (state[row - 1] == 0) {
            } // until the row before is done
            before = totals[row - 1];
        }
        totals[row] = before + count;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        state[row] = 1;
    }
}
