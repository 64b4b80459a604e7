// The contrast of each row: its brightest pixel less its darkest. get_num_groups(0) groups, one work-item high, share a
// row. scratch: three words a row, 0 before and after: the brightest, 65535 less the darkest, the groups that are done.
kernel void contrast(global const ushort* picture, uint columns, global ushort* contrasts,
                     volatile global uint* scratch)
{
    // Right when a row has one group.
    local uint brightest, darkest;
    const uint row = get_global_id(1);
    if (get_local_id(0) == 0) brightest = darkest = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint c = get_local_id(0); c < columns; c += get_local_size(0)) {
        const uint pixel = picture[row * columns + c];
        atomic_max(&brightest, pixel);
        atomic_max(&darkest, 65535 - pixel);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) contrasts[row] = brightest + darkest - 65535;
}
