// The parts of a turned picture: what chapters/06-images/turn.cl does, without this or that.
constant sampler_t nearest_at = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void copy_buffer(global const uchar4* in, global uchar4* out, int2 size, float c, float s)
{
    const int at = get_global_id(1) * size.x + get_global_id(0);
    out[at] = in[at];
}
kernel void write_alone(read_only image2d_t in, write_only image2d_t out, int2 size, float c, float s,
                        sampler_t how)
{
    write_imagef(out, (int2)(get_global_id(0), get_global_id(1)), (float4)(c));
}
kernel void copy_image(read_only image2d_t in, write_only image2d_t out, int2 size, float c, float s,
                       sampler_t how)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    write_imagef(out, at, read_imagef(in, nearest_at, at));
}
kernel void asks_only(read_only image2d_t in, write_only image2d_t out, int2 size, float c, float s,
                      sampler_t how)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    write_imagef(out, at, (float4)(get_image_dim(in).x == 77 ? 1.0f : c));
}
float2 place_of(int2 at, int2 size, float c, float s)
{
    const float2 centre = 0.5f * convert_float2(size);
    const float2 d = convert_float2(at) + 0.5f - centre;
    return centre + (float2)(d.x * c - d.y * s, d.x * s + d.y * c);
}
// Many reads for one write, so that the reads are the limit.
kernel void reads(read_only image2d_t in, write_only image2d_t out, int2 size, float c, float s,
                  sampler_t how)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const float2 place = place_of(at, size, c, s);
    float4 sum = 0;
#pragma unroll
    for (int k = 0; k < READS; ++k) sum += read_imagef(in, how, place + 0.0625f * k);
    write_imagef(out, at, sum / READS);
}
float4 clamped(global const uchar4* in, int2 size, int x, int y)
{
    return convert_float4(in[clamp(y, 0, size.y - 1) * size.x + clamp(x, 0, size.x - 1)]);
}
kernel void by_hand_clamped(global const uchar4* in, global uchar4* out, int2 size, float c, float s)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const float2 place = place_of(at, size, c, s) - 0.5f;
    const int2 i = convert_int2_rtn(place);
    const float2 part = place - floor(place);
    const float4 above = mix(clamped(in, size, i.x, i.y), clamped(in, size, i.x + 1, i.y), part.x);
    const float4 below = mix(clamped(in, size, i.x, i.y + 1), clamped(in, size, i.x + 1, i.y + 1), part.x);
    out[at.y * size.x + at.x] = convert_uchar4_sat_rte(mix(above, below, part.y));
}
kernel void nearest_by_hand(global const uchar4* in, global uchar4* out, int2 size, float c, float s)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const int2 i = convert_int2_rtn(place_of(at, size, c, s));
    out[at.y * size.x + at.x] = in[clamp(i.y, 0, size.y - 1) * size.x + clamp(i.x, 0, size.x - 1)];
}
