// Blends signals: out[i] = the sum of weight[k] * in[k * n + i] over k < planes. 1D; the launch has at least a
// quarter as many work-items as elements, and each makes up to four neighbouring elements.
kernel void blend(global const float* in, global const float* weight, global float* out, uint n, uint planes)
{
    const uint first = 4 * get_global_id(0);
    float sum[4] = {0, 0, 0, 0};
    for (uint k = 0; k < planes; ++k) {
        const float factor = weight[k];
        for (uint j = 0; j < 4; ++j) {
            const uint i = first + j;
            if (i < n) sum[j] += factor * in[k * n + i];
        }
    }
    for (uint j = 0; j < 4; ++j) {
        const uint i = first + j;
        if (i < n) out[i] = sum[j];
    }
}
