// Work whose duration can be set, for commands that are to be watched. 1D; work-item i
// handles element i.

//! [spin]
// Arithmetic that no compiler can shorten: a round needs the result of the round before,
// and the shift keeps it from multiplying two rounds into one.
uint spin(uint x, uint rounds)
{
    for (uint round = 0; round < rounds; ++round) {
        x = x * 1664525u + 1013904223u;
        x ^= x >> 16;
    }
    return x;
}
//! [spin]

//! [cook]
// One step of a recipe, in one small work-group: mixes what two others made, and takes its
// time.
kernel void cook(global const uint* first, global const uint* second, global uint* out,
                 uint number, uint rounds)
{
    const uint i = get_global_id(0);
    out[i] = spin(first[i] + 31 * second[i] + number + i, rounds);
}
//! [cook]

//! [chunk]
// One part of a stream, changed in place.
kernel void chunk(global uint* values, uint n, uint rounds)
{
    const uint i = get_global_id(0);
    if (i < n) values[i] = spin(values[i], rounds);
}
//! [chunk]
