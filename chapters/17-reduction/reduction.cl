// The sum of floats, as one would write it first: all work-items add to one number. Work-item i
// adds element i, of up to 2^32; groups may have any size. `sum` is 0 at first.

//! [sum_compare]
// OpenCL 1.2 cannot add to a float that others add to at the same time. It can replace the
// bits of a number if they are still what this work-item last saw.
void add_by_comparison(volatile global uint* sum, float value)
{
    uint seen, found = 0;
    do {
        seen = found; // a faster work-item left this: try again with it
        found = atomic_cmpxchg(sum, seen, as_uint(as_float(seen) + value));
    } while (found != seen);
}

kernel void sum_compare(global const float* in, volatile global uint* sum, uint count)
{
    uint i = get_global_id(0);
    if (i < count) add_by_comparison(sum, in[i]);
}
//! [sum_compare]

//! [sum_atomic]
// Takes the sum out, leaving 0, and puts it back with the value added. What another work-item
// has put there meanwhile comes out and is added next, so no attempt is wasted.
void add_by_exchange(volatile global float* sum, float value)
{
    while (value != 0) value = atomic_xchg(sum, atomic_xchg(sum, 0.0f) + value);
}

kernel void sum_atomic(global const float* in, volatile global float* sum, uint count)
{
    uint i = get_global_id(0);
    if (i < count) add_by_exchange(sum, in[i]);
}
//! [sum_atomic]
