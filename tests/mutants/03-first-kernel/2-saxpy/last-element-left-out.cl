// rejected by: correct, saxpy scales and adds
kernel void saxpy(float alpha, global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    if (i + 1 < n) y[i] = alpha * x[i] + y[i];
}
