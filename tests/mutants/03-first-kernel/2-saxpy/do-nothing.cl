// rejected by: correct, saxpy scales and adds
kernel void saxpy(float alpha, global const float* x, global float* y, uint n)
{
    (void)alpha;
}
