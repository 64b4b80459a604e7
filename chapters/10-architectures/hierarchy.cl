// Questions to the memory hierarchy: what a read costs that nothing can hide, how fast a set is read again and again, and
// what constant memory makes of different indices. 1D.

#ifndef VECTOR
#define VECTOR float4 // what a work-item reads at once
#endif
#ifndef TABLE
#define TABLE squares // where look_up looks: squares, argument or memory
#endif

//! [chase]
// Follows a chain: each element says where the next one is, so no read can begin before the
// one before it has ended. A single work-item, which goes on where the last launch ended.
kernel void chase(global const uint* next, global uint* place, uint steps)
{
    uint at = place[0], step = 0;
    for (; step < steps; ++step) at = next[at];
    place[0] = at;
    place[1] = step;
}
//! [chase]

// The same chain, copied to local memory first.
kernel void chase_local(global const uint* next, global uint* place, uint steps,
                        local uint* copy, uint count)
{
    for (uint i = 0; i < count; ++i) copy[i] = next[i];
    uint at = place[0], step = 0;
    for (; step < steps; ++step) at = copy[at];
    place[0] = at;
    place[1] = step;
}

//! [again]
// Every work-group reads the whole set `rounds` times, beginning at a place of its own. `count`
// is a power of two, and no less than four times the work-group's size.
kernel void read_again(global const VECTOR* set, global VECTOR* sums, uint count,
                       uint rounds)
{
    uint step = get_local_size(0), mask = count - 1;
    uint start = (uint)((ulong)get_group_id(0) * count / get_num_groups(0));
    VECTOR a = 0, b = 0, c = 0, d = 0;
    for (uint round = 0; round < rounds; ++round)
        for (uint i = start + get_local_id(0); i < start + count; i += 4 * step) {
            a += set[i & mask];
            b += set[(i + step) & mask];
            c += set[(i + 2 * step) & mask];
            d += set[(i + 3 * step) & mask];
        }
    sums[get_global_id(0)] = (a + b) + (c + d);
}
//! [again]

//! [constants]
constant float squares[32] = {0,   1,   4,   9,   16,  25,  36,  49,  64,  81,  100,
                              121, 144, 169, 196, 225, 256, 289, 324, 361, 400, 441,
                              484, 529, 576, 625, 676, 729, 784, 841, 900, 961};

// Sums entries of TABLE, an argument or the array above. In each round neighbours ask for the
// same entry (spread 0), or for entries `spread` apart.
kernel void look_up(constant const float* argument, global const float* memory,
                    global float* sums, uint spread, uint rounds)
{
    uint at = get_local_id(0) * spread;
    float sum = 0;
    for (uint round = 0; round < rounds; ++round) sum += TABLE[(at + round) & 31];
    sums[get_global_id(0)] = sum;
}
//! [constants]
