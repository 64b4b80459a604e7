// rejected by: lens, dot_parts simd_efficiency
kernel void dot_parts(global const float* a, global const float* b, global float* partial, uint count,
                      local float* sums)
{
    const uint item = get_local_id(0);
    float sum = 0;
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) sum += a[i] * b[i];
    sums[item] = sum;
    for (uint apart = 1; apart < get_local_size(0); apart *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item % (2 * apart) == 0 && item + apart < get_local_size(0)) sums[item] += sums[item + apart];
    }
    if (item == 0) partial[get_group_id(0)] = sums[0];
}
