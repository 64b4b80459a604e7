// rejected by: correct, square squares every element
kernel void square(global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) {
        const int value = x[i];
        y[i] = value * value;
    }
}
