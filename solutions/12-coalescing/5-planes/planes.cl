// Pixels of four bytes, red green blue and an unused one, to three planes. Work-item (w, y) has the pixels
// 4w to 4w + 3 of row y. Pixel (x, y) is pixels[y * pitch + x] and goes to byte y * pitch + x of each plane;
// pitch is a multiple of 32. The launch may be larger than the picture in both dimensions; what lies from
// columns to pitch may be read and must not be written.
kernel void planes(global const uchar4* pixels, global uchar* red, global uchar* green, global uchar* blue,
                   uint columns, uint rows, uint pitch)
{
    const uint x = 4 * get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const uint first = y * pitch + x;
    if (x + 4 <= columns) {
        const uchar16 four = *(global const uchar16*)(pixels + first);
        *(global uchar4*)(red + first) = four.s048c;
        *(global uchar4*)(green + first) = four.s159d;
        *(global uchar4*)(blue + first) = four.s26ae;
        return;
    }
    for (uint i = first; i < y * pitch + columns; ++i) {
        red[i] = pixels[i].x;
        green[i] = pixels[i].y;
        blue[i] = pixels[i].z;
    }
}
