// A Gaussian blur with both passes in one kernel. Groups of 32 × 8; group (g, h) makes columns 128 g … and rows h * TILE_ROWS … of the picture: 128 columns
// and TILE_ROWS rows, as far as they exist. The sums of the rows are in local memory, four columns for each work-item.
#ifndef TILE_ROWS
#define TILE_ROWS 32
#endif
#define RADIUS 4
#define WINDOW 9
#define HIGH (TILE_ROWS + 2 * RADIUS)

// Pixels x … x + 3 of a row.
float4 load_4(global const float* row, int x, int columns)
{
    const int last = columns - 1;
    if (columns % 4 == 0 && x >= 0 && x <= last) return *(global const float4*)(row + x);
    return (float4)(row[clamp(x, 0, last)], row[clamp(x + 1, 0, last)], row[clamp(x + 2, 0, last)],
                    row[clamp(x + 3, 0, last)]);
}

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void
fused(global const float* in, constant float* weights, global float* out, uint columns, uint rows)
{
    local float4 sums[HIGH][32];
    const int i = get_local_id(0), x = 4 * get_global_id(0), top = get_group_id(1) * TILE_ROWS;
    for (int j = get_local_id(1); j < HIGH && x < columns; j += 8) {
        global const float* row = in + (size_t)clamp(top + j - RADIUS, 0, (int)rows - 1) * columns;
        const float4 a = load_4(row, x - 4, columns), b = load_4(row, x, columns),
                     c = load_4(row, x + 4, columns);
        sums[j][i] = weights[0] * a + weights[1] * (float4)(a.y, a.z, a.w, b.x) +
                     weights[2] * (float4)(a.z, a.w, b.x, b.y) + weights[3] * (float4)(a.w, b.x, b.y, b.z) +
                     weights[4] * b + weights[5] * (float4)(b.y, b.z, b.w, c.x) +
                     weights[6] * (float4)(b.z, b.w, c.x, c.y) + weights[7] * (float4)(b.w, c.x, c.y, c.z) +
                     weights[8] * c;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int bottom = x < columns ? min(TILE_ROWS, (int)rows - top) : 0;
    for (int j = get_local_id(1); j < bottom; j += 8) {
        float4 sum = 0;
        for (int k = 0; k < WINDOW; ++k) sum += weights[k] * sums[j + k][i];
        global float* to = out + (size_t)(top + j) * columns + x;
        if (columns % 4 == 0) {
            *(global float4*)to = sum;
            continue;
        }
        to[0] = sum.x;
        if (x + 1 < columns) to[1] = sum.y;
        if (x + 2 < columns) to[2] = sum.z;
        if (x + 3 < columns) to[3] = sum.w;
    }
}
