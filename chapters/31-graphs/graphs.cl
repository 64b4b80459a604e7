// One level of a breadth-first search. One work-item a vertex of the frontier, which is in the queue from
// `begin` up to `end`; what it finds becomes the next frontier, behind it. Neighbours of v: columns[e] for e from
// row_begins[v] up to row_begins[v + 1]. levels[v]: steps from the source, NONE while not known. The queue has
// `room` for all vertices: each comes into it once, if it is claimed.
//
// -D CLAIM=0   leaves out the claim, as in the field notes
#define NONE 0xffffffff
#ifndef CLAIM
#define CLAIM 1
#endif

//! [level]
// Whether this work-item, and no other one, has found vertex u.
bool claims(volatile global uint* levels, uint u, uint level)
{
    if (levels[u] != NONE) return false;
#if CLAIM
    return atomic_cmpxchg(levels + u, NONE, level) == NONE;
#else
    levels[u] = level;
    return true;
#endif
}

kernel void search_level(global const uint* row_begins, global const uint* columns,
                         volatile global uint* levels, global uint* queue,
                         volatile global uint* tail, uint room, uint begin, uint end,
                         uint level)
{
    uint i = begin + get_global_id(0);
    if (i >= end) return;
    uint v = queue[i];
    for (uint e = row_begins[v]; e < row_begins[v + 1]; ++e) {
        uint u = columns[e];
        if (!claims(levels, u, level + 1)) continue;
        //! [room]
        uint at = atomic_inc(tail);
        if (at < room) queue[at] = u;
        //! [room]
    }
}
//! [level]
