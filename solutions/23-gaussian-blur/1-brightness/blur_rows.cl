// The weighted mean of the nine pixels around each pixel of a row. Work-item (x, y) makes pixel (x, y); the launch has whole groups of any
// shape.
#define RADIUS 4

kernel void blur_rows(global const float* in, constant float* weights, global float* out, uint columns,
                      uint rows)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0, total = 0;
    for (int i = 0; i <= 2 * RADIUS; ++i) {
        sum += weights[i] * in[y * columns + clamp(x + i - RADIUS, 0, (int)columns - 1)];
        total += weights[i];
    }
    out[y * columns + x] = sum / total;
}
