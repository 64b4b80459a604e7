// rejected by: lens, planes global_store.efficiency
kernel void planes(global const uchar4* pixels, global uchar* red, global uchar* green, global uchar* blue,
                   uint columns, uint rows, uint pitch)
{
    const uint x = 4 * get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const uint first = y * pitch + x;
    if (x + 4 <= columns) {
        const uchar16 four = *(global const uchar16*)(pixels + first);
        red[first] = four.s0;
        red[first + 1] = four.s4;
        red[first + 2] = four.s8;
        red[first + 3] = four.sc;
        green[first] = four.s1;
        green[first + 1] = four.s5;
        green[first + 2] = four.s9;
        green[first + 3] = four.sd;
        blue[first] = four.s2;
        blue[first + 1] = four.s6;
        blue[first + 2] = four.sa;
        blue[first + 3] = four.se;
        return;
    }
    for (uint i = first; i < y * pitch + columns; ++i) {
        red[i] = pixels[i].x;
        green[i] = pixels[i].y;
        blue[i] = pixels[i].z;
    }
}
