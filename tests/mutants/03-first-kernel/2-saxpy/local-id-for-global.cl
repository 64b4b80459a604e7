// rejected by: correct, saxpy handles every size and work-group
kernel void saxpy(float alpha, global const float* x, global float* y, uint n)
{
    const uint i = get_local_id(0);
    if (i < n) y[i] = alpha * x[i] + y[i];
}
