// rejected by: correct, square squares every element
kernel void square(global const float* x, global float* y, uint n)
{
    (void)n;
}
