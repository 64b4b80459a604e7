// Every a multiplied by every b, the first rung of a ladder; and what the device could do.

//! [naive]
// c[x] is the sum of a[x] * b[y] over all m values of b. Work-item x makes result x; the launch
// may be longer than n, up to 2^32 work-items.
kernel void products_naive(global const float* a, global const float* b, global float* c,
                           uint n, uint m)
{
    uint x = get_global_id(0);
    if (x >= n) return;
    float value = a[x];
    float sum = 0;
    for (uint y = 0; y < m; ++y) sum += value * b[y];
    c[x] = sum;
}
//! [naive]

//! [multiply_adds]
// Nothing but multiply-adds in registers: how fast this device can go at all. VECTOR is float16 for
// a CPU, whose registers hold so many, and float for a GPU, whose work-items are its vectors.
#ifndef VECTOR
#define VECTOR float16
#endif
kernel void multiply_adds(global VECTOR* out, float factor, float summand, uint rounds)
{
    VECTOR sum[12];
    for (uint k = 0; k < 12; ++k) sum[k] = (float)(get_global_id(0) + k);
    for (uint round = 0; round < rounds; ++round)
#pragma unroll
        for (uint k = 0; k < 12; ++k) sum[k] = fma(sum[k], (VECTOR)factor, (VECTOR)summand);
    for (uint k = 1; k < 12; ++k) sum[0] += sum[k];
    out[get_global_id(0)] = sum[0];
}
//! [multiply_adds]
