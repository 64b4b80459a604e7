// A kernel with two mistakes that a compiler finds.
//! [hurry]
kernel void saxpy(float alpha, global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0)
    if (i < N)
        y[i] = alpha * x[i] + y[i];
}
//! [hurry]
