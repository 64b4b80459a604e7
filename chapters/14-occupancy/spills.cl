// A kernel that needs more registers than a compiler may be told to use. 1D, any group size.

//! [sums]
// SUMS sums in one pass over `rounds` elements: each lives in a variable of its own to the end.
#define SUMS 48

kernel void many_sums(global const float* in, global float* out, uint rounds)
{
    uint i = get_global_id(0), step = get_global_size(0);
    float sum[SUMS];
#pragma unroll
    for (uint k = 0; k < SUMS; ++k) sum[k] = 0;
    for (uint r = 0; r < rounds; ++r) {
        float x = in[i + r * step];
#pragma unroll
        for (uint k = 0; k < SUMS; ++k) sum[k] = fma(x, (float)k, -sum[k]);
    }
    float total = 0;
#pragma unroll
    for (uint k = 0; k < SUMS; ++k) total += sum[k];
    out[i] = total;
}
//! [sums]
