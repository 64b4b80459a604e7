// rejected by: correct, brightness handles every size, pitch and work-group
kernel void brightness(global const uchar* in, global uchar* out, uint columns, uint rows, uint pitch,
                       int gain, int bias)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y > rows) return;
    const uint i = y * pitch + x;
    out[i] = convert_uchar_sat(in[i] * gain / 256 + bias);
}
