// out[i] = FACTOR * in[i], rightly and in the ways in which a rung can be wrong. Work-groups of any size.
kernel void doubled(global const float* in, global float* out, uint count)
{
    uint i = get_global_id(0);
    if (i < count) out[i] = FACTOR * in[i];
}

kernel void unguarded(global const float* in, global float* out, uint count)
{
    uint i = get_global_id(0);
    out[i] = FACTOR * (i < count ? in[i] : 1);
}

kernel void before_the_buffer(global const float* in, global float* out, uint count)
{
    uint i = get_global_id(0);
    if (i < count) out[i] = FACTOR * in[i];
    if (i == 0) out[-1] = 0;
}

kernel void forgetful(global const float* in, global float* out, uint count)
{
    uint i = get_global_id(0);
    if (i + 1 < count) out[i] = FACTOR * in[i];
}

kernel void in_place(global float* in, global float* out, uint count)
{
    uint i = get_global_id(0);
    if (i < count) out[i] = in[i] *= FACTOR;
}
