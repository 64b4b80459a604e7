// y = alpha * x + y, element by element. One work-item an element; the launch may be larger than n.
kernel void saxpy(float alpha, global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    if (i <= n) y[i] = alpha * x[i] + y[i];
}
