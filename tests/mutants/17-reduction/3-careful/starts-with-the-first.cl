// rejected by: correct, the sum of nothing is zero
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void careful_sum(global const float* in,
                                                                         global float* total, uint count)
{
    local float sums[256];
    const uint item = get_local_id(0);
    float sum = item < max(count, 1u) ? in[item] : 0;
    float lost = 0; // what the last addition rounded away, with its sign turned
    for (uint i = item + 256; i < count; i += 256) {
        const float value = in[i] - lost;
        const float next = sum + value;
        lost = (next - sum) - value;
        sum = next;
    }
    sums[item] = sum;
    for (uint width = 128; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width) sums[item] += sums[item + width];
    }
    if (item == 0) *total = sums[0];
}
