// rejected by: builds
kernel void saxpy(float alpha, global const float* x, global float* y)
{
    const uint i = get_global_id(0);
    y[i] = alpha * x[i] + y[i];
}
