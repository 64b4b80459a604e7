// Arithmetic on what memory brings: from a copy to thousands of operations on each element. 1D; a work-group takes a stretch
// of the array, and in each step neighbours take neighbours.

#ifndef VECTOR
#define VECTOR float // what a work-item holds in one register
#define VECTORS 1    // how many of them it works on at once
#endif
#ifndef ELEMENT
#define ELEMENT uint // what the copy moves
#endif

#ifdef FMA
#define MULTIPLY_ADD(x, a, b) fma(x, a, b) // one instruction, where the device has it
#else
#define MULTIPLY_ADD(x, a, b) ((x) * (a) + (b)) // one or two, as the compiler likes
#endif

//! [operations]
// Reads every element once, multiplies and adds `rounds` times, writes it once.
kernel void operations(global const VECTOR* in, global VECTOR* out, uint rounds,
                       float factor, float summand)
{
    size_t group = get_local_size(0);
    size_t first = get_group_id(0) * group * VECTORS + get_local_id(0);
    VECTOR x[VECTORS];
#pragma unroll
    for (uint k = 0; k < VECTORS; ++k) x[k] = in[first + k * group];
    for (uint round = 0; round < rounds; ++round)
#pragma unroll
        for (uint k = 0; k < VECTORS; ++k)
            x[k] = MULTIPLY_ADD(x[k], (VECTOR)factor, (VECTOR)summand);
#pragma unroll
    for (uint k = 0; k < VECTORS; ++k) out[first + k * group] = x[k];
}
//! [operations]

//! [paths]
// A copy in elements of one size, and one whose stores are atomic.
kernel void copy(global const ELEMENT* in, global ELEMENT* out)
{
    out[get_global_id(0)] = in[get_global_id(0)];
}

kernel void exchange(global const uint* in, global uint* out)
{
    atomic_xchg(&out[get_global_id(0)], in[get_global_id(0)]);
}
//! [paths]
