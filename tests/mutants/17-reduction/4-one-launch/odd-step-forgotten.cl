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
    local float sums[GROUP];
    local uint is_last;
    global const float4* fours = (global const float4*)in;
    const uint items = get_global_size(0);
    const uint vectors = count / 4;
    uint i = get_global_id(0);
    float4 first = 0;
    float4 second = 0;
    for (; i + items < vectors; i += 2 * items) {
        first += fours[i];
        second += fours[i + items];
    }
    first += second;
    float sum = (first.x + first.y) + (first.z + first.w);
    if (get_global_id(0) < count % 4) sum += in[vectors * 4 + get_global_id(0)];

    sum = group_sum(sum, sums);
    if (get_local_id(0) == 0) {
        // The ticket needs what the exchange returns, 0, and so cannot be drawn before the sum is where all
        // see it.
        const uint before = as_uint(atomic_xchg(&partial[get_group_id(0)], sum));
        is_last = atomic_add(finished, 1 + before) == get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!is_last) return; // all of the group, or none

    sum = 0;
    for (uint g = get_local_id(0); g < get_num_groups(0); g += GROUP) sum += atomic_xchg(&partial[g], 0.0f);
    sum = group_sum(sum, sums);
    if (get_local_id(0) == 0) {
        *total = sum;
        atomic_xchg(finished, 0);
    }
}
