// Turns a picture about its centre, counter-clockwise as seen. Work-item (x, y) makes output pixel (x, y),
// which is byte y * columns + x, from the input pixel that lands there; 0 when there is none. The launch may
// be larger than the picture in both dimensions.
kernel void rotate_picture(global const uchar* in, global uchar* out, uint columns, uint rows, float cosine,
                           float sine)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;

    const float cx = 0.5f * (columns - 1);
    const float cy = 0.5f * (rows - 1);
    const float dx = x - cx;
    const float dy = y - cy;
    const int column = convert_int_rtn(cx + dx * cosine - dy * sine + 0.5f);
    const int row = convert_int_rtn(cy + dx * sine + dy * cosine + 0.5f);

    uchar pixel = 0;
    if (column >= 0 && column < (int)columns && row >= 0 && row < (int)rows)
        pixel = in[row * columns + column];
    out[y * columns + x] = pixel;
}
