// Gaussian blur, the way the formula reads: each pixel is a weighted sum of its neighbours.
#ifndef RADIUS
#define RADIUS 4 // pixels on each side: the window is 9 × 9
#endif
#define WINDOW (2 * RADIUS + 1)

//! [gaussian_blur]
// Work-item (x, y) makes pixel (x, y). `weights` has WINDOW rows of WINDOW numbers, whose
// sum is 1. Beyond the picture each pixel is taken for a copy of the nearest one in it.
// Groups of any shape; the launch may be larger than the picture.
kernel void gaussian_blur(global const float* in, global const float* weights,
                          global float* out, uint columns, uint rows)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int j = 0; j < WINDOW; ++j)
        for (int i = 0; i < WINDOW; ++i) {
            int column = clamp(x + i - RADIUS, 0, (int)columns - 1);
            int row = clamp(y + j - RADIUS, 0, (int)rows - 1);
            sum += weights[j * WINDOW + i] * in[row * columns + column];
        }
    out[y * columns + x] = sum;
}
//! [gaussian_blur]
