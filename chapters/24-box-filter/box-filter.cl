// The mean of each pixel's neighbourhood, the way one would write it first.
#ifndef RADIUS
#define RADIUS 4 // pixels on each side: the window is 9 × 9
#endif

//! [box_mean]
// Work-item (x, y) makes pixel (x, y): the mean of those pixels of its window that lie in
// the picture. `in` and `out` have `rows` rows of `columns` floats. Groups of any shape; the
// launch may be larger than the picture.
kernel void box_mean(global const float* in, global float* out, uint columns, uint rows)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    int count = 0;
    for (int j = y - RADIUS; j <= y + RADIUS; ++j)
        for (int i = x - RADIUS; i <= x + RADIUS; ++i)
            if (i >= 0 && i < columns && j >= 0 && j < rows) {
                sum += in[j * columns + i];
                ++count;
            }
    out[y * columns + x] = sum / count;
}
//! [box_mean]
