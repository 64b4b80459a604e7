// Exercise 17/2 with a fence where a barrier belongs.
//! [fence]
kernel void dot_parts(global const float* a, global const float* b, global float* partial,
                      uint count, local float* sums)
{
    uint item = get_local_id(0);
    float sum = 0;
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) sum += a[i] * b[i];
    sums[item] = sum;
    for (uint left = get_local_size(0); left > 1; left = (left + 1) / 2) {
        mem_fence(CLK_LOCAL_MEM_FENCE); // make the sums visible to the others
        if (item < left / 2) sums[item] += sums[item + (left + 1) / 2];
    }
    if (item == 0) partial[get_group_id(0)] = sums[0];
}
//! [fence]
