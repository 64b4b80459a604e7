// rejected by: correct, square squares every element
kernel void square(global float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) {
        x[i] *= x[i];
        y[i] = x[i];
    }
}
