// How often each of the 256 values occurs among n bytes: rung 0 of the ladder. 1D;
// work-item i counts byte i, the launch may be larger than n, up to 2^32, work-groups have any
// size. `counts` is zero before.

//! [global_atomics]
kernel void histogram_global(global const uchar* bytes, uint n, global uint* counts)
{
    uint i = get_global_id(0);
    if (i < n) atomic_inc(&counts[bytes[i]]);
}
//! [global_atomics]
