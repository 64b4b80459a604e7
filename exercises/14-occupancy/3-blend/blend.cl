// Blends signals: out[i] = the sum of weight[k] * in[k * n + i] over k < planes. 1D; each work-item makes up
// to four elements.
kernel void blend(global const float* in, global const float* weight, global float* out, uint n, uint planes)
{
    for (uint j = 0; j < 4; ++j) {
        const uint i = 4 * get_global_id(0) + j;
        if (i >= n) return;
        float sum = 0;
        for (uint k = 0; k < planes; ++k) sum += weight[k] * in[k * n + i];
        out[i] = sum;
    }
}
