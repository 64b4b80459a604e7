// The dot product of two long vectors in more digits than a float has. One kernel for two kinds of devices: with -D DOUBLES it may compute in
// doubles, without it in floats alone. 1D, several groups, whose size is a power of two. A group leaves its sum as a pair: the float next
// to it, and what is missing. `places` has a float2 for each work-item of the group.
#pragma OPENCL FP_CONTRACT OFF

kernel void dot_pairs(global const float* x, global const float* y, global float2* sums, uint n,
                      local float2* places)
{
    // Your code here. So far it is a float's worth of digits.
    uint i = get_local_id(0);
    float sum = 0;
    for (size_t k = get_global_id(0); k < n; k += get_global_size(0)) sum += x[k] * y[k];
    places[i] = (float2)(sum, 0);
    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < width) places[i] += places[i + width];
    }
    if (i == 0) sums[get_group_id(0)] = places[0];
}
