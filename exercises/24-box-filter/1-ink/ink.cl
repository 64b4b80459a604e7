// Tells ink from paper: a pixel is ink where it is darker than 85 percent of the mean of its window, which has the pixels at most `radius`
// away that lie in the picture. table[y * (columns + 1) + x] is the sum, modulo 2^32, of all pixels left of column x and above row y.
// Work-item (x, y) makes pixel (x, y); the launch has whole groups of any shape.
kernel void mark_ink(global const uchar* picture, global const uint* table, global uchar* ink, uint columns,
                     uint rows, uint radius)
{
    // Right, but it reads every pixel of the window. The table knows the sum.
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const int left = max(x - (int)radius, 0), right = min(x + radius + 1, columns);
    const int top = max(y - (int)radius, 0), bottom = min(y + radius + 1, rows);
    ulong sum = 0;
    for (int j = top; j < bottom; ++j)
        for (int i = left; i < right; ++i) sum += picture[j * columns + i];
    const ulong count = (right - left) * (bottom - top);
    ink[y * columns + x] = 100 * count * picture[y * columns + x] < 85 * sum;
}
