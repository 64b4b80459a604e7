// rejected by: clean, work-items without a result help
kernel void products_tiled(global const float* a, global const float* b, global float* c, uint n, uint m,
                           local float* tile, uint room)
{
    uint x = get_global_id(0);
    float value = a[x];
    float sum = 0;
    for (uint first = 0; first < m; first += room) {
        uint count = min(room, m - first);
        for (uint y = get_local_id(0); y < count; y += get_local_size(0)) tile[y] = b[first + y];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint y = 0; y < count; ++y) sum += value * tile[y];
        barrier(CLK_LOCAL_MEM_FENCE); // the next part must not overwrite what somebody still reads
    }
    if (x < n) c[x] = sum;
}
