// The weighted mean of those of the nine pixels around each pixel of a row that are known, with
// coordinates that cannot be negative.
#define RADIUS 4

kernel void blur_rows(global const float* in, constant float* weights, global float* out,
                      uint columns, uint rows)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0, total = 0;
    for (uint i = 0; i <= 2 * RADIUS; ++i) {
        //! [wrap]
        float pixel = in[y * columns + clamp(x + i - RADIUS, 0u, columns - 1)];
        //! [wrap]
        if (isnan(pixel)) continue;
        sum += weights[i] * pixel;
        total += weights[i];
    }
    out[y * columns + x] = sum / total;
}
