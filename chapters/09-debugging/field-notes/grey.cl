// The brightness of n pixels. Three mistakes are planted: two errors, and a warning that is worse than both.
//! [grey]
kernel void grey(global const float4* in, global float* out, uint n)
{
    const uint i = get_global_id(0)
    if (i >= n) return;
    const float4 weights = (0.299f, 0.587f);
    out[i] = dot(in[i], weight);
}
//! [grey]
