// The nearest bfloat16 of every float: of two that are as near, the even one. 1D; work-item i makes element i, and the launch
// may be larger than n.
kernel void narrow(global const float* in, global ushort* out, uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    // Cuts the lower half off, so every number comes out too near to zero, and some NaNs become infinite. Your code here.
    out[i] = as_uint(in[i]) >> 16;
}
