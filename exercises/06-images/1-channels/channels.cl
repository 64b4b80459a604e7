// Exchanges the red and the blue of a picture. Work-item (x, y) makes pixel (x, y) of out from the same pixel of
// in. Both images have the same size; the launch may be larger than they are.
constant sampler_t by_pixel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void swap_red_and_blue(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (any(at >= get_image_dim(out))) return;
    const uint4 pixel = read_imageui(in, by_pixel, at); // x red, y green, z blue, w alpha
    // Your code here.
}
