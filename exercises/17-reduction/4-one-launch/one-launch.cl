// The sum of `count` floats in one launch of any number of work-groups. `partial` has a place for each
// group's sum, `finished` counts groups; both are 0 before the launch, and must be 0 after it, for the next
// one.
#ifndef GROUP
#define GROUP 256 // work-items of a group: a power of two, at least 64
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void one_launch(global const float* in,
                                                                          global float* total, uint count,
                                                                          volatile global float* partial,
                                                                          volatile global uint* finished)
{
    // Right when there is one group. Nobody adds up the others' sums, and every read brings 4 bytes.
    local float sums[GROUP];
    const uint item = get_local_id(0);
    float sum = 0;
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) sum += in[i];
    sums[item] = sum;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width) sums[item] += sums[item + width];
    }
    if (item == 0) *total = sums[0];
}
