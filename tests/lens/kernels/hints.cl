// Kernels for what the lens tells apart in a line, and of who does the work. One-dimensional.

kernel void two_loads(global const float* from, global float* to, int stride)
{
    const int i = get_global_id(0);
    to[i] = from[i * stride] + from[i];
}

// Two components of four: each is read by itself.
kernel void two_components(global const float4* from, global float* to)
{
    const int i = get_global_id(0);
    const float4 v = from[i];
    to[i] = v.x + v.w;
}

// All four, where they are used: read as one.
kernel void four_components(global const float4* from, global float* to)
{
    const int i = get_global_id(0);
    const float4 v = from[i];
    to[i] = v.x * v.y + v.z * v.w;
}

kernel void four_words(global const float* from, global float* to)
{
    const int i = get_global_id(0);
    const float4 v = vload4(i, from);
    to[i] = v.x * v.y + v.z * v.w;
}

// The first work-item of the group adds up what there is.
kernel void adds_alone(global const float* from, global float* to, int n)
{
    if (get_local_id(0) == 0) {
        float sum = 0;
        for (int i = 0; i < n; ++i) {
            sum += from[i];
        }
        to[get_group_id(0)] = sum;
    }
}
