// c[x] = sum over y of a[x] * b[y], for n values of a and m of b. Work-group g makes results g * GROUP * RESULTS and on,
// RESULTS for each of its GROUP work-items.
#ifndef GROUP
#define GROUP 64
#endif
#ifndef RESULTS
#define RESULTS 8
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

// A work-item's results are GROUP apart, so that neighbours read and write neighbours. Each read of four b serves all of them.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_in_registers(global const float* a, global const float* b, global float* c, uint n, uint m)
{
    global const float4* quads = (global const float4*)b;
    uint first = get_group_id(0) * (GROUP * RESULTS) + get_local_id(0);
    float value[RESULTS], sum[RESULTS];
#pragma unroll
    for (uint r = 0; r < RESULTS; ++r) {
        uint x = first + r * GROUP;
        value[r] = x < n ? a[x] : 0;
        sum[r] = 0;
    }
#pragma unroll UNROLL
    for (uint q = 0; q < m / 4; ++q) {
        float4 four = quads[q];
#pragma unroll
        for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * four.x;
#pragma unroll
        for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * four.y;
#pragma unroll
        for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * four.z;
#pragma unroll
        for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * four.w;
    }
    for (uint y = m / 4 * 4; y < m; ++y) {
        float one = b[y];
#pragma unroll
        for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * one;
    }
#pragma unroll
    for (uint r = 0; r < RESULTS; ++r)
        if (first + r * GROUP < n) c[first + r * GROUP] = sum[r];
}
