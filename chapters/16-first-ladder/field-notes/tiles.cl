// Exercise 16/2 in the manner of a published example: whole tiles in a loop, the rest behind it.
//! [loop]
kernel void products_tiled(global const float* a, global const float* b, global float* c,
                           uint n, uint m, local float* tile, uint room)
{
    uint x = get_global_id(0), i = get_local_id(0), items = get_local_size(0);
    float value = x < n ? a[x] : 0, sum = 0;
    uint y = 0;
    for (; y < m - room; y += room) { // no test needed inside: the tile is always full
        for (uint k = i; k < room; k += items) tile[k] = b[y + k];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < room; ++k) sum += value * tile[k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (; y < m; ++y) sum += value * b[y];
    if (x < n) c[x] = sum;
}
//! [loop]
