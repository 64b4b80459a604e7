// The dot product of two long vectors in more digits than a float has. One kernel for two kinds of devices: with -D DOUBLES it may compute in
// doubles, without it in floats alone. 1D, several groups, whose size is a power of two. A group leaves its sum as a pair: the float next
// to it, and what is missing. `places` has a float2 for each work-item of the group.
#pragma OPENCL FP_CONTRACT OFF

// a + b: the rounded sum, and exactly what the rounding lost.
float2 two_sum(float a, float b)
{
    float sum = a + b, of_b = sum - a, of_a = sum - of_b;
    return (float2)(sum, (a - of_a) + (b - of_b));
}

// The sum of two pairs as a pair. The errors of the low halves are below what a pair can tell.
float2 add(float2 a, float2 b)
{
    float2 high = two_sum(a.x, b.x), low = two_sum(a.y, b.y);
    high = two_sum(high.x, high.y + low.x);
    return two_sum(high.x, high.y + low.y);
}

#ifdef DOUBLES
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

float2 own_part(global const float* x, global const float* y, uint n)
{
    double sum = 0;
    for (size_t k = get_global_id(0); k < n; k += get_global_size(0)) sum += (double)x[k] * y[k];
    return (float2)((float)sum, (float)(sum - (float)sum));
}

#else

float2 own_part(global const float* x, global const float* y, uint n)
{
    float2 sum = 0;
    for (size_t k = get_global_id(0); k < n; k += get_global_size(0)) {
        float product = x[k] * y[k];
        sum = add(sum, (float2)(product, fma(x[k], y[k], -product)));
    }
    return sum;
}

#endif

kernel void dot_pairs(global const float* x, global const float* y, global float2* sums, uint n,
                      local float2* places)
{
    uint i = get_local_id(0);
    places[i] = own_part(x, y, n);
    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < width) places[i] = add(places[i], places[i + width]);
    }
    if (i == 0) sums[get_group_id(0)] = places[0];
}
