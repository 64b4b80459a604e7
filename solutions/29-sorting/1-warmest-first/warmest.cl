// Keys by which a sort of uints, smallest first, puts readings in order: the warmest first, missing ones (NaNs) last. 1D;
// work-item i makes key i, and the launch may be larger than n.

// Of two readings the warmer one has the smaller key; equal readings have equal keys.
uint key_of(float reading)
{
    if (isnan(reading)) return 0xffffffff;
    uint bits = as_uint(reading);
    if (bits == 0x80000000) bits = 0; // -0
    return bits >> 31 ? bits : ~bits & 0x7fffffff;
}

kernel void make_keys(global const float* readings, global uint* keys, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) keys[i] = key_of(readings[i]);
}
