// The place of the smallest element; as in exercise 15/2, and wrong.
kernel void place_of_smallest(global const float* in, uint n, volatile global uint* place)
{
    const uint i = get_global_id(0);
    if (i >= n || isnan(in[i])) return;
    //! [two]
    const uint seen = atomic_or(place, 0);
    if (seen == n || in[i] < in[seen] || (in[i] == in[seen] && i < seen))
        atomic_xchg(place, i);
    //! [two]
}
