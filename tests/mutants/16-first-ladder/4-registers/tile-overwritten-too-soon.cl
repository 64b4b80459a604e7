// rejected by: clean, b may be long
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
    local float4 quads[64];
    local float* words = (local float*)quads;
    uint first = get_group_id(0) * (GROUP * RESULTS) + get_local_id(0);
    float value[RESULTS], sum[RESULTS];
#pragma unroll
    for (uint r = 0; r < RESULTS; ++r) {
        uint x = first + r * GROUP;
        value[r] = x < n ? a[x] : 0;
        sum[r] = 0;
    }
    for (uint start = 0; start < m; start += 256) {
        uint count = min(m - start, 256u);
        for (uint y = get_local_id(0); y < count; y += GROUP) words[y] = b[start + y];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint q = 0; q < count / 4; ++q) {
            float4 four = quads[q];
            for (uint r = 0; r < RESULTS; ++r) {
                sum[r] += value[r] * four.x;
                sum[r] += value[r] * four.y;
                sum[r] += value[r] * four.z;
                sum[r] += value[r] * four.w;
            }
        }
        if (start + count == m)
            for (uint y = count / 4 * 4; y < count; ++y)
                for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * words[y];
    }
    for (uint y = m; y < m; ++y) {
        float one = b[y];
#pragma unroll
        for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * one;
    }
#pragma unroll
    for (uint r = 0; r < RESULTS; ++r)
        if (first + r * GROUP < n) c[first + r * GROUP] = sum[r];
}
