// rejected by: correct, square squares every element
kernel void square(global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    if (i + 1 < n) y[i] = x[i] * x[i];
}
