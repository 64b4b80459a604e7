// A blur down the columns of a grey picture, with binomial weights. Work-item (x, g) makes rows g * BLOCK_ROWS … of column x, BLOCK_ROWS of them, as
// far as they exist; the launch has whole groups.
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 32
#endif

constant uint weights[9] = {1, 8, 28, 56, 70, 56, 28, 8, 1};

kernel void nine_rows(global const uchar* in, global uchar* out, uint columns, uint rows)
{
    size_t x = get_global_id(0);
    long top = (long)get_global_id(1) * BLOCK_ROWS;
    if (x >= columns || top >= rows) return;
    uint window[9]; // row y + j - 4 is at place j
    for (int j = 1; j < 9; ++j) window[j] = in[clamp(top + j - 5, 0L, (long)rows - 1) * columns + x];
    for (long y = top; y < top + BLOCK_ROWS && y < rows; ++y) {
        for (int j = 0; j < 8; ++j) window[j] = window[j + 1];
        window[8] = in[min(y + 4, (long)rows - 1) * columns + x];
        uint sum = 128;
        for (int j = 0; j < 9; ++j) sum += weights[j] * window[j];
        out[y * columns + x] = sum / 256;
    }
}
