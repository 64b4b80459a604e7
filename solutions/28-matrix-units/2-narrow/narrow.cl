// The nearest bfloat16 of every float: of two that are as near, the even one. 1D; work-item i makes element i, and the launch
// may be larger than n.
kernel void narrow(global const float* in, global ushort* out, uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const uint bits = as_uint(in[i]), upper = bits >> 16;
    out[i] = isnan(in[i]) ? upper | 0x40 : (bits + 0x7FFF + (upper & 1)) >> 16;
}
