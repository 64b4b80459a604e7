// The film's last stage. 2D; work-item (x, y) makes pixel (x, y) of out.

//! [blur]
constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void blur(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = {get_global_id(0), get_global_id(1)};
    float4 sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; ++k) sum += read_imagef(in, edge, at + (int2)(k, 0));
    write_imagef(out, at, sum / (2 * RADIUS + 1));
}
//! [blur]
