// rejected by: correct, too dark becomes black
kernel void brightness(global const uchar* in, global uchar* out, uint columns, uint rows, uint pitch,
                       int gain, int bias)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const uint i = y * pitch + x;
    const uint value = in[i] * (uint)gain / 256 + bias;
    out[i] = min(value, 255U);
}
