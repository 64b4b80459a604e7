// y = x * x, element by element. One work-item an element; the launch may be larger than n.
kernel void square(global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) y[i] = x[i] * x[i];
}
