// Means of 9 × 9 pixels of a grey picture, whose rows begin `pitch` bytes apart, a multiple of 4. Work-item (i, h) has columns
// 4 i … 4 i + 3 of rows BLOCK_ROWS * h …: BLOCK_ROWS rows, as far as they exist. The launch has whole groups.
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 16
#endif
#define RADIUS 4

kernel void box_quads(global const uchar* in, global uchar* out, uint columns, uint rows, uint pitch)
{
    // Right, with 81 reads for each pixel. Four columns at a time, and a moving sum down them, are your part.
    const int left = 4 * get_global_id(0), right = min(left + 4, (int)columns);
    const int top = BLOCK_ROWS * get_global_id(1), bottom = min(top + BLOCK_ROWS, (int)rows);
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            uint sum = 0, count = 0;
            for (int j = max(y - RADIUS, 0); j <= min(y + RADIUS, (int)rows - 1); ++j)
                for (int i = max(x - RADIUS, 0); i <= min(x + RADIUS, (int)columns - 1); ++i, ++count)
                    sum += in[(uint)j * pitch + i];
            out[(uint)y * pitch + x] = (sum + count / 2) / count;
        }
}
