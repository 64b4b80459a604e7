// Many work-items and one place: counting, adding floats, and searching for the smallest.
// 1D, any group size; work-item i looks at element i.

//! [counting]
// Reads, adds, writes: three steps, and other work-items may come in between.
kernel void count_plain(global uint* counter)
{
    ++*counter;
}

// The same in one step.
kernel void count_atomic(volatile global uint* counter)
{
    atomic_inc(counter);
}

// First within the group, in local memory; then one step for all of the group.
kernel void count_by_group(volatile global uint* counter)
{
    local uint of_group;
    if (get_local_id(0) == 0) of_group = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&of_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atomic_add(counter, of_group);
}
//! [counting]

//! [add_float]
// *place += x as one step. A work-item that comes in between changes what the exchange finds, and
// it is tried again with that. What was found is compared by its bits: a NaN is not equal
// to itself, and -0.0f equals 0.0f.
uint add_float(volatile global float* place, float x)
{
    volatile global uint* bits = (volatile global uint*)place;
    uint tries = 0, old, found = atomic_or(bits, 0);
    do {
        old = found;
        found = atomic_cmpxchg(bits, old, as_uint(as_float(old) + x));
        ++tries;
    } while (found != old);
    return tries;
}
//! [add_float]

kernel void sum_by_exchange(global const float* in, volatile global float* sum,
                            volatile global uint* tries)
{
    atomic_add(tries, add_float(sum, in[get_global_id(0)]));
}

//! [smallest]
// Positive floats are in the order of their bits; so are all, if negative ones are turned
// round.
uint ordered(float x)
{
    const uint bits = as_uint(x);
    return bits >> 31 ? ~bits : bits | 0x80000000;
}

kernel void smallest(global const float* in, volatile global uint* least)
{
    atomic_min(least, ordered(in[get_global_id(0)]));
}
//! [smallest]

// The smallest of the group first, then one atomic for all of the group.
kernel void smallest_by_group(global const float* in, volatile global uint* least)
{
    local uint of_group;
    if (get_local_id(0) == 0) of_group = UINT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_min(&of_group, ordered(in[get_global_id(0)]));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atomic_min(least, of_group);
}
