// rejected by: correct, one group sums alone
#ifndef GROUP
#define GROUP 256
#endif
// The sum of the group's values, for work-item 0; the others get a part of it. First 32 work-items take in a
// column of sums each, which are one word after the other for neighbours, and only those 32 are left for a
// tree.
float group_sum(float value, local float* sums)
{
    const uint item = get_local_id(0);
    sums[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 32) {
        for (uint i = item + 32; i < GROUP; i += 32) value += sums[i];
        sums[item] = value;
    }
    for (uint width = 16; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width) {
            value += sums[item + width];
            sums[item] = value;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); // before somebody uses `sums` again
    return value;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void one_launch(global const float* in,
                                                                          global float* total, uint count,
                                                                          volatile global float* partial,
                                                                          volatile global uint* finished)
{
}
