// rejected by: clean, square handles every size and work-group
kernel void square(global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    const float value = x[i];
    if (i < n) y[i] = value * value;
}
