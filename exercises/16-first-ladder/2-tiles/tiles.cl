// c[x] = sum over y of a[x] * b[y], for n values of a and m of b. Work-item x makes result x. 1D; the launch is n, rounded up
// to whole work-groups. tile has room for `room` floats, and is there for every work-group.
kernel void products_tiled(global const float* a, global const float* b, global float* c, uint n, uint m,
                           local float* tile, uint room)
{
    // Right, but every sub-group reads all of b from global memory. Bring b to the tile, part by part.
    uint x = get_global_id(0);
    if (x >= n) return;
    float value = a[x];
    float sum = 0;
    for (uint y = 0; y < m; ++y) sum += value * b[y];
    c[x] = sum;
}
