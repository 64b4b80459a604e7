// rejected by: correct, no turn changes nothing
kernel void rotate_picture(global const uchar* in, global uchar* out, uint columns, uint rows, float cosine,
                           float sine)
{
    (void)sine;
}
