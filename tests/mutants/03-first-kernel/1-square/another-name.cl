// rejected by: builds
kernel void squares(global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) y[i] = x[i] * x[i];
}
