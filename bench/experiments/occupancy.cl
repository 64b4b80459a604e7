// Reads that wait for memory, with PER_ITEM of them under way in every work-item. 1D, any group size. `room` takes up local
// memory and is never used otherwise: it keeps other groups out.

kernel void fill(global uint* out)
{
    size_t i = get_global_id(0);
    out[i] = (uint)i * 2654435761u;
}

// Sums rounds * PER_ITEM elements; neighbours read neighbours.
kernel void stream(global const uint* in, global uint* out, uint rounds, local uint* room)
{
    uint i = get_global_id(0), step = get_global_size(0);
    uint sum = 0;
#pragma unroll 1
    for (uint r = 0; r < rounds; ++r) {
        uint x[PER_ITEM];
#pragma unroll
        for (uint k = 0; k < PER_ITEM; ++k) x[k] = in[i + k * step];
#pragma unroll
        for (uint k = 0; k < PER_ITEM; ++k) sum ^= x[k];
        i += PER_ITEM * step;
    }
    if (rounds == 0) room[get_local_id(0)] = sum; // never
    out[get_global_id(0)] = sum;
}

// The successors of a generator whose period is the whole table: the next place is known only when a read is back.
kernel void link(global uint* next, uint mask)
{
    uint i = get_global_id(0);
    next[i] = (i * 1664525u + 1013904223u) & mask;
}

// Follows PER_ITEM chains, `rounds` links each.
kernel void chase(global const uint* next, global uint* out, uint rounds, local uint* room, uint mask)
{
    uint id = get_global_id(0);
    uint at[PER_ITEM];
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k) at[k] = ((id * PER_ITEM + k) * 2654435761u) & mask;
#pragma unroll 1
    for (uint r = 0; r < rounds; ++r) {
#pragma unroll
        for (uint k = 0; k < PER_ITEM; ++k) at[k] = next[at[k]];
    }
    uint sum = 0;
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k) sum ^= at[k];
    if (rounds == 0) room[get_local_id(0)] = sum; // never
    out[id] = sum;
}
