// The total of 32-bit numbers, which needs 64 bits. Work-item i adds in[i] for itself.

//! [wide]
#if defined(cl_khr_int64_base_atomics) && !defined(WITHOUT_INT64_ATOMICS)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

kernel void add_up(global const uint* in, volatile global ulong* total, uint n)
{
    if (get_global_id(0) < n) atom_add(total, (ulong)in[get_global_id(0)]);
}

#else // two words of 32 bits, the lower one first

kernel void add_up(global const uint* in, volatile global uint* total, uint n)
{
    if (get_global_id(0) >= n) return;
    const uint x = in[get_global_id(0)], before = atomic_add(total, x);
    if (before + x < before) atomic_inc(total + 1); // it wrapped around: carry one
}

#endif
//! [wide]
