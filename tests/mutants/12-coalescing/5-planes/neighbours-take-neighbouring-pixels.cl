// rejected by: lens, planes global_store.requests
kernel void planes(global const uchar4* pixels, global uchar* red, global uchar* green, global uchar* blue,
                   uint columns, uint rows, uint pitch)
{
    // The work-group's pixels are dealt so that every request is efficient, and each moves little.
    const uint width = get_local_size(0);
    const uint x = 4 * width * get_group_id(0) + get_local_id(0);
    const uint y = get_global_id(1);
    if (y >= rows) return;
    for (uint i = x; i < columns && i < x + 4 * width; i += width) {
        const uchar4 pixel = pixels[y * pitch + i];
        red[y * pitch + i] = pixel.x;
        green[y * pitch + i] = pixel.y;
        blue[y * pitch + i] = pixel.z;
    }
}
