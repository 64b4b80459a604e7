// rejected by: clean, saxpy handles every size and work-group
kernel void saxpy(float alpha, global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    const float next = x[i];
    if (i < n) y[i] = alpha * next + y[i];
}
