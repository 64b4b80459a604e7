// rejected by: correct, and one that takes four at a time
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void careful_sum(global const float* in,
                                                                         global float* total, uint count)
{
    local float sums[256];
    const uint item = get_local_id(0);
    float sum = 0;
    float part[4] = {0, 0, 0, 0};
    uint i = item * 4;
    for (; i + 3 < count; i += 1024)
        for (uint k = 0; k < 4; ++k) part[k] += in[i + k];
    for (; i < count; ++i) part[0] += in[i];
    sum = (part[0] + part[1]) + (part[2] + part[3]);
    sums[item] = sum;
    for (uint width = 128; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width) sums[item] += sums[item + width];
    }
    if (item == 0) *total = sums[0];
}
