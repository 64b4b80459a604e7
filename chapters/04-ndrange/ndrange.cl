// Who am I? and two ways to turn a picture. Dimension 0 is the column x, dimension 1 the row y (downwards).

//! [who]
kernel void who_am_i(void)
{
    printf("global (%d,%d)  group (%d,%d)  local (%d,%d)\n", (int)get_global_id(0),
           (int)get_global_id(1), (int)get_group_id(0), (int)get_group_id(1),
           (int)get_local_id(0), (int)get_local_id(1));
}
//! [who]

//! [forward]
kernel void rotate_forward(global const uchar* in, global uchar* out, int columns, int rows,
                           float cosine, float sine)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const float dx = x - 0.5f * (columns - 1);
    const float dy = y - 0.5f * (rows - 1);
    const int to_x = convert_int_rtn(0.5f * (columns - 1) + dx * cosine + dy * sine + 0.5f);
    const int to_y = convert_int_rtn(0.5f * (rows - 1) - dx * sine + dy * cosine + 0.5f);
    if (to_x >= 0 && to_x < columns && to_y >= 0 && to_y < rows)
        out[to_y * columns + to_x] = in[y * columns + x]; // this pixel goes there
}
//! [forward]

//! [inverse]
kernel void rotate_inverse(global const uchar* in, global uchar* out, int columns, int rows,
                           float cosine, float sine)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const float dx = x - 0.5f * (columns - 1);
    const float dy = y - 0.5f * (rows - 1);
    const int from_x =
        convert_int_rtn(0.5f * (columns - 1) + dx * cosine - dy * sine + 0.5f);
    const int from_y = convert_int_rtn(0.5f * (rows - 1) + dx * sine + dy * cosine + 0.5f);
    const bool inside = from_x >= 0 && from_x < columns && from_y >= 0 && from_y < rows;
    out[y * columns + x] =
        inside ? in[from_y * columns + from_x] : 0; // this pixel comes from there
}
//! [inverse]
