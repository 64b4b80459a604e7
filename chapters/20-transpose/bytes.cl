// The transpose of a picture of bytes, whose sides are multiples of four. Work-item (x, y) turns the
// block of 4 x 4 whose first byte is in row 4 y, column 4 x.
kernel void bytes(global const uchar4* in, global uchar4* out, uint columns, uint rows)
{
    const uint x = get_global_id(0), y = get_global_id(1);
    if (4 * x >= columns || 4 * y >= rows) return;
    //! [turn]
    const uint wide = columns / 4, high = rows / 4; // in uchar4s
    const uchar4 a = in[(4 * y + 0) * wide + x], b = in[(4 * y + 1) * wide + x];
    const uchar4 c = in[(4 * y + 2) * wide + x], d = in[(4 * y + 3) * wide + x];
    out[(4 * x + 0) * high + y] = (uchar4)(a.x, b.x, c.x, d.x);
    out[(4 * x + 1) * high + y] = (uchar4)(a.y, b.y, c.y, d.y);
    out[(4 * x + 2) * high + y] = (uchar4)(a.z, b.z, c.z, d.z);
    out[(4 * x + 3) * high + y] = (uchar4)(a.w, b.w, c.w, d.w);
    //! [turn]
}
