// Rotating a grey picture by any angle about its centre, nearest pixel: forward mapping,
// then inverse mapping.
//
// Pixel (x, y) is byte y * columns + x: x runs to the right, y runs down, and a pixel's
// centre is at its integer coordinates, so the picture's centre is ((columns - 1) / 2,
// (rows - 1) / 2). A positive angle turns counter-clockwise as seen on the screen.
// Work-item (x, y) of a two-dimensional NDRange stands for pixel (x, y); work-groups may
// have any shape, and the NDRange may be larger than the picture.

//! [forward]
// Each work-item sends its input pixel to where it belongs. `out` must be zero before. Two
// pixels may meet in one place, where either may stay, and some places are met by none:
// those are the holes.
kernel void rotate_forward(global const uchar* in, global uchar* out, uint columns,
                           uint rows, float cosine, float sine)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;

    const float2 centre = (float2)(columns - 1, rows - 1) / 2.0f;
    const float2 from = (float2)(x, y) - centre;
    const float2 to =
        centre + (float2)(cosine * from.x + sine * from.y, cosine * from.y - sine * from.x);
    const int2 target = convert_int2_rtn(to + 0.5f);
    if (target.x >= 0 && target.y >= 0 && target.x < (int)columns && target.y < (int)rows)
        out[target.y * columns + target.x] = in[y * columns + x];
}
//! [forward]

//! [inverse]
// Each work-item fetches its output pixel from where it came: every place is written once.
// What comes from outside is 0.
kernel void rotate_inverse(global const uchar* in, global uchar* out, uint columns,
                           uint rows, float cosine, float sine)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;

    const float2 centre = (float2)(columns - 1, rows - 1) / 2.0f;
    const float2 to = (float2)(x, y) - centre;
    const float2 from =
        centre + (float2)(cosine * to.x - sine * to.y, cosine * to.y + sine * to.x);
    const int2 source = convert_int2_rtn(from + 0.5f);
    const bool inside =
        source.x >= 0 && source.y >= 0 && source.x < (int)columns && source.y < (int)rows;
    out[y * columns + x] = inside ? in[source.y * columns + source.x] : 0;
}
//! [inverse]
