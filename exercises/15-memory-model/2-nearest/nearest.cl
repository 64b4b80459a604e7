// The place of the smallest element. *place: that of the smallest so far, n if there is none. Of equal elements
// the first one; a NaN is none. The launch may be larger than n, or cover a part by an offset.
kernel void place_of_smallest(global const float* in, uint n, volatile global uint* place)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const uint seen = *place;
    if (seen == n || in[i] < in[seen]) *place = i;
}
