// A question to the memory hierarchy: what does a read cost that nothing can hide? One work-item.

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
