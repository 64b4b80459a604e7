// rejected by: correct, saxpy scales and adds
kernel void saxpy(float alpha, global const float* x, global float* y, uint n)
{
    for (uint i = 0; i < n; i += 0) y[i] += alpha * x[i];
}
