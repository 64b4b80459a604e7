// Means down the columns of a grey picture, 16 columns at a time. Work-item s has columns 16 s … 16 s + 15, as far as they exist; the
// launch has whole groups.

kernel void column_means(global const uchar* in, global uchar* out, uint columns, uint rows, uint radius)
{
    // Right, a pixel at a time, with the whole window for each. Sixteen columns and a moving sum are your part.
    size_t left = 16 * get_global_id(0);
    for (size_t x = left; x < left + 16 && x < columns; ++x)
        for (uint y = 0; y < rows; ++y) {
            uint sum = 0, down = 0;
            for (uint j = 0; j < rows; ++j)
                if (max(j, y) - min(j, y) <= radius) {
                    sum += in[(size_t)j * columns + x];
                    ++down;
                }
            out[(size_t)y * columns + x] = (sum + down / 2) / down;
        }
}
