// The same blur with the picture as an image: the sampler clamps coordinates, so that there is no border in the code.
#define RADIUS 4
#define WINDOW 9

//! [from_image]
const sampler_t nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void from_image(read_only image2d_t in, constant float* weights, global float* out,
                       uint columns, uint rows)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int j = 0; j < WINDOW; ++j)
        for (int i = 0; i < WINDOW; ++i)
            sum += weights[j * WINDOW + i] *
                   read_imagef(in, nearest, (int2)(x + i - RADIUS, y + j - RADIUS)).x;
    out[y * columns + x] = sum;
}
//! [from_image]
