// Means of 9 × 9 pixels of a grey picture, whose rows begin `pitch` bytes apart, a multiple of 4. Work-item (i, h) has columns
// 4 i … 4 i + 3 of rows BLOCK_ROWS * h …: BLOCK_ROWS rows, as far as they exist. The launch has whole groups.
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 16
#endif
#define RADIUS 4

// Pixels x … x + 3 of a row, a multiple of 4, with zeros for those that are not in the picture.
uint4 four_of(global const uchar* row, int x, int columns)
{
    if (x < 0 || x >= columns) return 0;
    const uint4 pixels = convert_uint4(*(global const uchar4*)(row + x));
    return select((uint4)0, pixels, (uint4)x + (uint4)(0, 1, 2, 3) < (uint4)columns);
}

// The sums along row y of the windows around its pixels x … x + 3; zeros for a row that does not exist.
uint4 sums_along(global const uchar* in, int x, int y, int columns, int rows, uint pitch)
{
    if (y < 0 || y >= rows) return 0;
    global const uchar* row = in + (uint)y * pitch;
    const uint4 before = four_of(row, x - 4, columns), own = four_of(row, x, columns),
                after = four_of(row, x + 4, columns);
    const uint last_two = before.z + before.w, first_two = after.x + after.y;
    return own.x + own.y + own.z + own.w +
           (uint4)(before.x + before.y + last_two + after.x, before.y + last_two + first_two,
                   last_two + first_two + after.z, before.w + first_two + after.z + after.w);
}

// How many of 0 … count - 1 lie in the window around `at`.
uint inside(int at, int count)
{
    return min(at + RADIUS, count - 1) - max(at - RADIUS, 0) + 1;
}

void store(uchar4 means, global uchar* at, int count)
{
    if (count >= 4) {
        *(global uchar4*)at = means;
        return;
    }
    at[0] = means.x;
    if (count > 1) at[1] = means.y;
    if (count > 2) at[2] = means.z;
}

kernel void box_quads(global const uchar* in, global uchar* out, uint columns, uint rows, uint pitch)
{
    const int x = 4 * get_global_id(0), top = BLOCK_ROWS * get_global_id(1), right = columns;
    const int bottom = min(top + BLOCK_ROWS, (int)rows);
    if (x >= right) return;
    uint4 sums = 0;
    for (int y = top - RADIUS; y < top + RADIUS; ++y) sums += sums_along(in, x, y, right, rows, pitch);
    for (int y = top; y < bottom; ++y) {
        sums += sums_along(in, x, y + RADIUS, right, rows, pitch);
        // Columns beyond the picture have windows, too, so that no count is 0; their means are not stored.
        const uint4 count =
            inside(y, rows) * (uint4)(inside(x, right), inside(min(x + 1, right), right),
                                      inside(min(x + 2, right), right), inside(min(x + 3, right), right));
        store(convert_uchar4((sums + count / 2) / count), out + (uint)y * pitch + x, right - x);
        sums -= sums_along(in, x, y - RADIUS, right, rows, pitch);
    }
}
