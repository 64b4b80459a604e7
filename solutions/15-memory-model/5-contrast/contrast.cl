// The contrast of each row: its brightest pixel less its darkest. get_num_groups(0) groups, one work-item high, share a
// row. scratch: three words a row, 0 before and after: the brightest, 65535 less the darkest, the groups that are done.
kernel void contrast(global const ushort* picture, uint columns, global ushort* contrasts,
                     volatile global uint* scratch)
{
    local uint brightest, darkest;
    const uint row = get_global_id(1);
    if (get_local_id(0) == 0) brightest = darkest = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint bright = 0, dark = 0;
    for (uint c = get_global_id(0); c < columns; c += get_global_size(0)) {
        const uint pixel = picture[row * columns + c];
        bright = max(bright, pixel);
        dark = max(dark, 65535 - pixel);
    }
    atomic_max(&brightest, bright);
    atomic_max(&darkest, dark);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) != 0) return;

    volatile global uint* own = scratch + 3 * row;
    const uint before = atomic_max(&own[0], brightest);
    const uint dark_before = atomic_max(&own[1], darkest);
    // What they returned goes into the arrival, so it cannot be counted before they have happened.
    const uint ticket = atomic_add(&own[2], 1 + (before >> 16) + (dark_before >> 16));
    if (ticket != get_num_groups(0) - 1) return;
    const uint highest = atomic_xchg(&own[0], 0), lowest = 65535 - atomic_xchg(&own[1], 0);
    atomic_xchg(&own[2], 0);
    contrasts[row] = highest - lowest;
}
