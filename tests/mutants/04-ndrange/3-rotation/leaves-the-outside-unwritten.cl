// rejected by: correct, what comes from outside is black
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
    const int column = (int)floor(cx + dx * cosine - dy * sine + 0.5f);
    const int row = (int)floor(cy + dx * sine + dy * cosine + 0.5f);
    const bool inside = column >= 0 && column < (int)columns && row >= 0 && row < (int)rows;
    if (inside) out[y * columns + x] = in[row * columns + column];
}
