// The picture in another size, half a pixel beside its place: see Field notes.
constant sampler_t bilinear =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void resize(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int2 size = get_image_dim(out);
    if (any(at >= size)) return;
    const float2 centre = convert_float2(at) / convert_float2(size);
    write_imagef(out, at, read_imagef(in, bilinear, centre));
}
