// Fades one line of values into another: y[i] = a * x[i] + y[i]. Values are stored as halves, and computed as floats; results are
// rounded to the nearest half. 1D, work-groups of any size; work-item w makes the four elements from 4 * w on, as far as there are
// so many. x and y begin at a multiple of 8 bytes.
kernel void fade(global const half* x, global half* y, float a, uint n)
{
    const uint w = get_global_id(0);
    if (4 * w >= n) return;
    if (n - 4 * w >= 4) {
        vstorea_half4(a * vloada_half4(w, x) + vloada_half4(w, y), w, y);
        return;
    }
    for (uint i = 4 * w; i < n; ++i) vstore_half(a * vload_half(i, x) + vload_half(i, y), i, y);
}
