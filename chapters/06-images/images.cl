// Images are read and written by built-in functions. Work-item (x, y) makes pixel (x, y) of out.

//! [channels]
constant sampler_t as_stored =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void shift_channels(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const float4 pixel = read_imagef(in, as_stored, at);
    write_imagef(out, at, pixel.yzxw); // red, green, blue become green, blue, red
}
//! [channels]

kernel void sample(read_only image2d_t in, sampler_t how, global const float* x,
                   global float* out)
{
    const size_t i = get_global_id(0);
    out[i] = read_imagef(in, how, (float2)(x[i], 0.5f)).x;
}

//! [halve]
kernel void halve(read_only image2d_t in, write_only image2d_t out, sampler_t linear)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    const float2 corner = 2.0f * convert_float2(at) + 1.0f; // where four pixels meet
    write_imagef(out, at, read_imagef(in, linear, corner));
}
//! [halve]
