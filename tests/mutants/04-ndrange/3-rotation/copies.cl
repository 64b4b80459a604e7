// rejected by: correct, a quarter turn takes the right side to the top
kernel void rotate_picture(global const uchar* in, global uchar* out, uint columns, uint rows, float cosine,
                           float sine)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    out[y * columns + x] = in[y * columns + x];
}
