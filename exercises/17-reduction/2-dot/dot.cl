// The dot product of `a` and `b`: the sum of a[i] * b[i]. Work-group g leaves its part in partial[g], and the
// parts of all groups make the whole. A launch may have fewer work-items than there are elements, or more; a
// work-group may have any number of work-items from 1 to 256, and `sums` has room for one float of each.
kernel void dot_parts(global const float* a, global const float* b, global float* partial, uint count,
                      local float* sums)
{
    // Right for powers of two, and where there is a work-item for each element.
    const uint i = get_global_id(0);
    const uint item = get_local_id(0);
    sums[item] = i < count ? a[i] * b[i] : 0.0f;
    for (uint apart = 1; apart < get_local_size(0); apart *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item % (2 * apart) == 0) sums[item] += sums[item + apart];
    }
    if (item == 0) partial[get_group_id(0)] = sums[0];
}
