// rejected by: lens, products_by_four global_load.requests

kernel void products_by_four(global const float* a, global const float* b, global float* c, uint n, uint m)
{
    uint i = get_global_id(0);
    for (uint x = 4 * i; x < min(4 * i + 4, n); ++x) {
        float sum = 0;
        for (uint y = 0; y < m; ++y) sum += a[x] * b[y];
        c[x] = sum;
    }
}
