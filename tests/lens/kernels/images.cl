// Image reads and writes whose counts are worked out by hand in tests/lens/plugin_images.cpp.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t bordered = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

kernel void copy(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, nearest, at));
}

// Between four texels.
kernel void between(read_only image2d_t in, global float4* out, const int width)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    out[y * width + x] = read_imagef(in, linear, (float2)(x + 1.0f, y + 1.0f));
}

// In the middle of a texel.
kernel void centred(read_only image2d_t in, global float4* out)
{
    const int x = get_global_id(0);
    out[x] = read_imagef(in, linear, (float2)(x + 0.5f, 1.5f));
}

kernel void single(read_only image2d_t in, global float* out, const int step)
{
    const int x = get_global_id(0);
    out[x] = read_imagef(in, nearest, (int2)(x * step, 0)).x;
}

kernel void shifted(read_only image2d_t in, global float* out, const int shift)
{
    const int x = get_global_id(0);
    out[x] = read_imagef(in, nearest, (int2)(x + shift, 0)).x;
}

kernel void over_the_edge(read_only image2d_t in, global float* out)
{
    const int x = get_global_id(0);
    out[x] = read_imagef(in, bordered, (float2)(x, 0.5f)).x;
}

kernel void whole_numbers(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), 0);
    write_imageui(out, at, read_imageui(in, at) + 1u);
}

kernel void one_texel(write_only image2d_t out)
{
    write_imagef(out, (int2)(3, 0), (float4)(get_global_id(0)));
}

kernel void either(read_only image2d_t in, global float* out)
{
    const int x = get_global_id(0);
    if (x % 2 == 0)
        out[x] = read_imagef(in, nearest, (int2)(x, 0)).x;
    else
        out[x] = read_imagef(in, nearest, (int2)(0, x)).y * 2.0f;
}

kernel void in_a_loop(read_only image2d_t in, global float* out)
{
    const int x = get_global_id(0);
    float sum = 0.0f;
    for (int i = 0; i < x % 4; ++i) sum += read_imagef(in, nearest, (int2)(x, i)).x;
    out[x] = sum;
}

kernel void two_in_a_line(read_only image2d_t in, global float4* out)
{
    const int x = get_global_id(0);
    out[x] = read_imagef(in, nearest, (int2)(x, 0)) - read_imagef(in, nearest, (int2)(x + 1, 0));
}
