// out = in * gain / 256 + bias, between 0 and 255. Work-item (x, y) makes pixel (x, y), which is byte y *
// pitch + x. The launch may be larger than the picture in both dimensions; the bytes from columns to pitch
// are not the picture's.
kernel void brightness(global const uchar* in, global uchar* out, uint columns, uint rows, uint pitch,
                       int gain, int bias)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const uint i = y * pitch + x;
    out[i] = convert_uchar_sat(in[i] * gain / 256 + bias);
}
