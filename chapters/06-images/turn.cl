// A picture turned about its centre. Work-item (x, y) makes pixel (x, y) of the result.

//! [turning]
// Where pixel `at` of the turned picture comes from.
float2 source(int2 at, int2 size, float cosine, float sine)
{
    const float2 centre = 0.5f * convert_float2(size);
    const float2 d = convert_float2(at) + 0.5f - centre;
    return centre + (float2)(d.x * cosine - d.y * sine, d.x * sine + d.y * cosine);
}

kernel void turn(read_only image2d_t in, write_only image2d_t out, int2 size, float cosine,
                 float sine, sampler_t how)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    write_imagef(out, at, read_imagef(in, how, source(at, size, cosine, sine)));
}
//! [turning]

kernel void turn_asking(read_only image2d_t in, write_only image2d_t out, int2 unused,
                        float cosine, float sine, sampler_t how)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    write_imagef(out, at,
                 read_imagef(in, how, source(at, get_image_dim(in), cosine, sine)));
}

//! [by-hand]
float4 pixel(global const uchar4* in, int2 size, int x, int y)
{
    const bool inside = x >= 0 && x < size.x && y >= 0 && y < size.y;
    return inside ? convert_float4(in[y * size.x + x]) : (float4)(0);
}

kernel void turn_by_hand(global const uchar4* in, global uchar4* out, int2 size,
                         float cosine, float sine)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const float2 place =
        source(at, size, cosine, sine) - 0.5f; // from the first pixel's centre
    const int2 i = convert_int2_rtn(place);
    const float2 part = place - floor(place);
    const float4 above =
        mix(pixel(in, size, i.x, i.y), pixel(in, size, i.x + 1, i.y), part.x);
    const float4 below =
        mix(pixel(in, size, i.x, i.y + 1), pixel(in, size, i.x + 1, i.y + 1), part.x);
    out[at.y * size.x + at.x] = convert_uchar4_sat_rte(mix(above, below, part.y));
}
//! [by-hand]
