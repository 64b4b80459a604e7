// A blur down the columns of a grey picture, with binomial weights. Work-item (x, g) makes rows g * BLOCK_ROWS … of column x, BLOCK_ROWS of them, as
// far as they exist; the launch has whole groups.
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 32
#endif

constant uint weights[9] = {1, 8, 28, 56, 70, 56, 28, 8, 1};

kernel void nine_rows(global const uchar* in, global uchar* out, uint columns, uint rows)
{
    // Right, with nine reads for each pixel. One read for each is your part.
    size_t x = get_global_id(0);
    long top = (long)get_global_id(1) * BLOCK_ROWS;
    if (x >= columns) return;
    for (long y = top; y < top + BLOCK_ROWS && y < rows; ++y) {
        uint sum = 128;
        for (int j = 0; j < 9; ++j)
            sum += weights[j] * in[clamp(y + j - 4, 0L, (long)rows - 1) * columns + x];
        out[y * columns + x] = sum / 256;
    }
}
