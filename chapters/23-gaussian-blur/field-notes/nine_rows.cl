// A blur down the columns of a grey picture, with binomial weights. Work-item (x, g) makes rows
// g * BLOCK_ROWS and on of column x.
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 32
#endif

constant uint weights[9] = {1, 8, 28, 56, 70, 56, 28, 8, 1};

kernel void nine_rows(global const uchar* in, global uchar* out, uint columns, uint rows)
{
    size_t x = get_global_id(0);
    long top = (long)get_global_id(1) * BLOCK_ROWS;
    if (x >= columns) return;
    for (long y = top; y < top + BLOCK_ROWS && y < rows; ++y) {
        //! [divided]
        uint sum = 0;
        for (int i = 0; i < 9; ++i)
            sum += weights[i] * in[clamp(y + i - 4, 0L, (long)rows - 1) * columns + x];
        out[y * columns + x] = sum / 256; // 256 is the sum of the weights
        //! [divided]
    }
}
