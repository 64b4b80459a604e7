// Keys by which a sort of uints, smallest first, puts readings in order: the warmest first, missing ones (NaNs) last. 1D;
// work-item i makes key i, and the launch may be larger than n.

// Of two readings the warmer one has the smaller key; equal readings have equal keys.
uint key_of(float reading)
{
    // The coldest first, and NaNs at both ends. Your code here.
    const uint bits = as_uint(reading);
    return bits >> 31 ? ~bits : bits | 0x80000000;
}

kernel void make_keys(global const float* readings, global uint* keys, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) keys[i] = key_of(readings[i]);
}
