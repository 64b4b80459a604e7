// One work-item an element, in work-groups of any size; kernels that are told n let the rest of the range go.

//! [horner]
#ifdef SEPARATE
#pragma OPENCL FP_CONTRACT OFF
#endif
float horner(float x)
{
    return ((0.37f * x + 0.61f) * x + 0.83f) * x + 1.3f;
}
//! [horner]

//! [accuracy]
kernel void accuracy(global const float* in, global float* out, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float x = in[i];
    out[i] = horner(x);
    out[n + i] = 1.7f / x;
    out[2 * n + i] = sqrt(x);
    out[3 * n + i] = exp(x);
    out[4 * n + i] = 0.1 * x + 0.3; // constants of type double
}
//! [accuracy]

//! [iterate]
kernel void iterate(global const float* in, global float* out, uint n, int rounds)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float x = in[i];
    for (int round = 0; round < rounds; ++round) x = sqrt(horner(x)) / (1.7f + x) + exp(-x);
    out[i] = x;
}
//! [iterate]
