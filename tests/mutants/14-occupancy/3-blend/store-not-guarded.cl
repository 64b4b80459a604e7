// rejected by: correct, lengths that four does not divide are blended
// Blends signals: out[i] = the sum of weight[k] * in[k * n + i] over k < planes. 1D; the launch has at least a
// quarter as many work-items as elements, and each makes up to four elements, a launch's width apart.
kernel void blend(global const float* in, global const float* weight, global float* out, uint n, uint planes)
{
    const uint first = get_global_id(0);
    const uint step = get_global_size(0);
    float sum[4] = {0, 0, 0, 0};
    for (uint k = 0; k < planes; ++k) {
        const float factor = weight[k];
        for (uint j = 0; j < 4; ++j) {
            const uint i = first + j * step;
            if (i < n) sum[j] += factor * in[k * n + i];
        }
    }
    for (uint j = 0; j < 4; ++j) {
        const uint i = first + j * step;
        out[i] = sum[j];
    }
}
