// The places of all elements above the limit, in one list in any order. `count`: how many lines of `places` are
// taken; the host sets it before the first launch, and a launch appends. The launch may be larger than n.
kernel void append_above(global const float* in, uint n, float limit, global uint* places,
                         volatile global uint* count)
{
    const uint i = get_global_id(0);
    if (i < n && in[i] > limit) places[(*count)++] = i;
}
