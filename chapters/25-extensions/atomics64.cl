// The total of 32-bit numbers, which needs 64 bits. Work-item i adds in[i], if i < n.

//! [wide]
#if defined(cl_khr_int64_base_atomics) && !defined(WITHOUT_INT64_ATOMICS)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

kernel void add_up(global const uint* in, volatile global ulong* total, uint n)
{
    if (get_global_id(0) < n) atom_add(total, (ulong)in[get_global_id(0)]);
}

#else // four counters, one for each byte; none passes 2^32 before 2^24 numbers are added

kernel void add_up(global const uint* in, volatile global uint* counters, uint n)
{
    if (get_global_id(0) >= n) return;
    for (uint byte = 0; byte < 4; ++byte)
        atomic_add(counters + byte, in[get_global_id(0)] >> 8 * byte & 255);
}

#endif
//! [wide]
