// A Gaussian blur with both passes in one kernel. Groups of 32 × 8; group (g, h) makes columns 128 g … and rows h * TILE_ROWS … of the picture: 128 columns
// and TILE_ROWS rows, as far as they exist.
#ifndef TILE_ROWS
#define TILE_ROWS 32
#endif
#define RADIUS 4
#define WINDOW 9

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void
fused(global const float* in, constant float* weights, global float* out, uint columns, uint rows)
{
    // Right, with 81 reads for each pixel. One pass over the picture is your part.
    const int left = get_group_id(0) * 128, top = get_group_id(1) * TILE_ROWS;
    for (int y = top + get_local_id(1); y < top + TILE_ROWS && y < rows; y += 8)
        for (int x = left + get_local_id(0); x < left + 128 && x < columns; x += 32) {
            float sum = 0;
            for (int j = 0; j < WINDOW; ++j)
                for (int i = 0; i < WINDOW; ++i)
                    sum += weights[j] * weights[i] *
                           in[(size_t)clamp(y + j - RADIUS, 0, (int)rows - 1) * columns +
                              clamp(x + i - RADIUS, 0, (int)columns - 1)];
            out[(size_t)y * columns + x] = sum;
        }
}
