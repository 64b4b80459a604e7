// rejected by: lens, planes global_store.efficiency
kernel void planes(global const uchar4* pixels, global uchar* red, global uchar* green, global uchar* blue,
                   uint columns, uint rows, uint pitch)
{
    const uint x = 4 * get_global_id(0);
    const uint y = get_global_id(1);
    if (y >= rows) return;
    for (uint i = x; i < columns && i < x + 4; ++i) {
        const uchar4 pixel = pixels[y * pitch + i];
        red[y * pitch + i] = pixel.x;
        green[y * pitch + i] = pixel.y;
        blue[y * pitch + i] = pixel.z;
    }
}
