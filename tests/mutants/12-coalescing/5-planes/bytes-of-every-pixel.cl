// rejected by: lens, planes global_load.efficiency
kernel void planes(global const uchar4* pixels, global uchar* red, global uchar* green, global uchar* blue,
                   uint columns, uint rows, uint pitch)
{
    const uint x = 4 * get_global_id(0);
    const uint y = get_global_id(1);
    if (y >= rows) return;
    for (uint i = x; i < columns && i < x + 4; ++i) {
        global const uchar* bytes = (global const uchar*)(pixels + y * pitch + i);
        red[y * pitch + i] = bytes[0];
        green[y * pitch + i] = bytes[1];
        blue[y * pitch + i] = bytes[2];
    }
}
