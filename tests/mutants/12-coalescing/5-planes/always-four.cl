// rejected by: correct, one, two or three pixels are left over at the end of a row
kernel void planes(global const uchar4* pixels, global uchar* red, global uchar* green, global uchar* blue,
                   uint columns, uint rows, uint pitch)
{
    const uint x = 4 * get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const uint first = y * pitch + x;
    if (x < columns) {
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
