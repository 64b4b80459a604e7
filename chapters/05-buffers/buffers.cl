// What the chapter's program runs, and a kernel that touches all four memory spaces. 1D; work-item i handles element i.

kernel void twice(global float* values, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) values[i] = 2 * values[i];
}

//! [spaces]
constant float weights[3] = {0.25f, 0.5f, 0.25f};

kernel void smooth(global const float* in, global float* out, local float* own, uint n)
{
    const uint i = get_global_id(0); // private, as every variable without a space is
    const uint l = get_local_id(0);
    own[l] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE); // until the whole group has written its part of own
    if (i >= n) return;
    const float left = l > 0 ? own[l - 1] : own[l];
    const float right = l + 1 < get_local_size(0) && i + 1 < n ? own[l + 1] : own[l];
    out[i] = weights[0] * left + weights[1] * own[l] + weights[2] * right;
}
//! [spaces]
