// rejected by: lens, products_in_registers global_load.requests
#ifndef GROUP
#define GROUP 64
#endif
#ifndef RESULTS
#define RESULTS 8
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
    for (uint y = 0; y < m; ++y) {
        float one = b[y];
#pragma unroll
        for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * one;
    }
#pragma unroll
    for (uint r = 0; r < RESULTS; ++r)
        if (first + r * GROUP < n) c[first + r * GROUP] = sum[r];
}
