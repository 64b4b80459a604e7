// rejected by: lens, products_in_registers global_load.requests
#ifndef GROUP
#define GROUP 64
#endif
#ifndef RESULTS
#define RESULTS 8
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_in_registers(global const float* a, global const float* b, global float* c, uint n, uint m)
{
    // Right, but one result after the other, each with all of b, and neighbours far apart.
    for (uint r = 0; r < RESULTS; ++r) {
        uint x = get_global_id(0) * RESULTS + r;
        if (x >= n) return;
        float value = a[x];
        float sum = 0;
        for (uint y = 0; y < m; ++y) sum += value * b[y];
        c[x] = sum;
    }
}
