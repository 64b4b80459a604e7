// One level of a pyramid from the one before it. Work-item (x, y) makes pixel (x, y) of out, which is the mean of
// what it covers of in, weighted by area. The launch may be larger than out in both dimensions.
constant sampler_t by_pixel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void next_level(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int2 to = get_image_dim(out);
    if (any(at >= to)) return;
    const int2 from = get_image_dim(in);
    // Both pictures are from * to units long. A pixel of in has `to` of them and a pixel of out `from`, so that
    // all borders of pixels are whole numbers.
    const int2 begin = at * from;
    const int2 end = begin + from;
    float4 sum = (float4)(0.0f);
    for (int y = begin.y / to.y; y * to.y < end.y; ++y) {
        const int height = min((y + 1) * to.y, end.y) - max(y * to.y, begin.y);
        float4 row = (float4)(0.0f);
        for (int x = begin.x / to.x; x * to.x < end.x; ++x) {
            const int width = min((x + 1) * to.x, end.x) - max(x * to.x, begin.x);
            row += read_imagef(in, by_pixel, (int2)(x, y)) * ((float)width / from.x);
        }
        sum += row * ((float)height / from.y);
    }
    write_imagef(out, at, sum);
}
