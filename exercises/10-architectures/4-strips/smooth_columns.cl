// Weighted sums of five elements that stand above each other. 2D: dimension 0 is the column, dimension 1 the strip of 16 rows.
#define STRIP 16

kernel void smooth_columns(global const float* in, global float* out, uint columns, uint rows, float a,
                           float b, float c)
{
    uint x = get_global_id(0);
    uint first = get_global_id(1) * STRIP;
    if (x >= columns) return;
    for (uint y = first; y < first + STRIP && y < rows; ++y) {
        // Your code here: four of these five have been read for the row before.
        float sum = a * in[(size_t)y * columns + x];
        if (y >= 1) sum += b * in[(size_t)(y - 1) * columns + x];
        if (y + 1 < rows) sum += b * in[(size_t)(y + 1) * columns + x];
        if (y >= 2) sum += c * in[(size_t)(y - 2) * columns + x];
        if (y + 2 < rows) sum += c * in[(size_t)(y + 2) * columns + x];
        out[(size_t)y * columns + x] = sum;
    }
}
