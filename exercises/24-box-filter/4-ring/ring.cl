// Means of 9 × 9 pixels. Work-item (g, h), a group of its own, has rows g * BLOCK_ROWS … of columns h * STRIP … of the picture:
// BLOCK_ROWS rows and STRIP columns, as far as they exist.
#ifndef STRIP
#define STRIP 512
#endif
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 64
#endif
#define RADIUS 4

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void fused(global const float* in, global float* out,
                                                                 uint columns, uint rows)
{
    // Right, with 81 reads for each pixel. One pass with a ring of rows is your part.
    const int left = get_group_id(1) * STRIP, right = min(left + STRIP, (int)columns);
    const int top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, (int)rows);
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            float sum = 0;
            int count = 0;
            for (int j = max(y - RADIUS, 0); j <= min(y + RADIUS, (int)rows - 1); ++j)
                for (int i = max(x - RADIUS, 0); i <= min(x + RADIUS, (int)columns - 1); ++i, ++count)
                    sum += in[(size_t)j * columns + i];
            out[(size_t)y * columns + x] = sum / count;
        }
}
