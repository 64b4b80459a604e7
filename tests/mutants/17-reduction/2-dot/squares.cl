// rejected by: correct, one group multiplies and adds
kernel void dot_parts(global const float* a, global const float* b, global float* partial, uint count,
                      local float* sums)
{
    const uint item = get_local_id(0);
    float sum = 0;
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) sum += a[i] * a[i];
    sums[item] = sum;
    for (uint left = get_local_size(0); left > 1; left = (left + 1) / 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint apart = (left + 1) / 2; // of an odd number, the one in the middle waits for the next round
        if (item < left / 2) sums[item] += sums[item + apart];
    }
    if (item == 0) partial[get_group_id(0)] = sums[0];
}
