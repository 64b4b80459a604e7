// Breadth-first search by levels, as the host sees it: a launch for each level, and a word
// that says whether there is another one. Arrays and options are in bfs.clh.
#include "bfs.clh"

// Before every search. One work-item a vertex.
kernel GROUPED void start_search(global uint* levels, global uint* parents,
                                 global uint* queue, global uint* state, uint n,
                                 uint source)
{
    const uint v = get_global_id(0);
    if (v < n) {
        levels[v] = v == source ? 0 : NONE;
        parents[v] = v == source ? source : NONE;
    }
    if (v < STATE_WORDS) state[v] = v == END || v == TAIL ? 1 : 0;
    if (v == 0) queue[0] = source;
}

//! [every_vertex]
// One work-item a vertex. Those of the level before look at their neighbours. Many may find
// the same one: the compare-and-exchange lets one of them be its parent.
kernel GROUPED void look_at_all(global const uint* row_begins, global const uint* columns,
                                volatile global uint* levels, global uint* parents,
                                volatile global uint* state, uint n, uint level)
{
    const uint v = get_global_id(0);
    if (v >= n || look(levels + v) != level) return;
    bool found = false;
    for (uint e = row_begins[v]; e < row_begins[v + 1]; ++e) {
        const uint u = columns[e];
        if (look(levels + u) == NONE &&
            atomic_cmpxchg(levels + u, NONE, level + 1) == NONE) {
            parents[u] = v;
            found = true;
        }
    }
    if (found && look(state + LEVEL) == level) atomic_max(state + LEVEL, level + 1);
}
//! [every_vertex]

//! [queue]
// One work-item a vertex of the frontier, queue[begin] to queue[end - 1]. No vertex comes
// into the queue twice, because one work-item alone claims it. So the queue is an array of
// n words: the levels are in it one after the other.
kernel GROUPED void walk_queue(global const uint* row_begins, global const uint* columns,
                               volatile global uint* levels, global uint* parents,
                               global uint* queue, volatile global uint* state, uint begin,
                               uint end, uint level)
{
    const uint i = begin + get_global_id(0);
    if (i >= end) return;
    const uint v = queue[i];
    for (uint e = row_begins[v]; e < row_begins[v + 1]; ++e) {
        const uint u = columns[e];
        if (look(levels + u) == NONE &&
            atomic_cmpxchg(levels + u, NONE, level + 1) == NONE) {
            parents[u] = v;
            queue[atomic_inc(state + TAIL)] = u;
        }
    }
}
//! [queue]

//! [local_queue]
//! [push]
// Into the group's queue in local memory. What it has no room for goes into the queue in
// global memory at once.
void push(local uint* own, local uint* count, global uint* queue,
          volatile global uint* tail, uint vertex)
{
    const uint at = atomic_inc(count);
    if (at < LOCAL_QUEUE)
        own[at] = vertex;
    else
        queue[atomic_inc(tail)] = vertex;
}

// All of it into the queue in global memory, by one atomic a group.
void flush(local const uint* own, local uint* count, local uint* to, global uint* queue,
           volatile global uint* tail)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint kept = min(*count, (uint)LOCAL_QUEUE);
    if (get_local_id(0) == 0 && kept > 0) *to = atomic_add(tail, kept);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < kept; i += GROUP) queue[*to + i] = own[i];
}
//! [push]

kernel GROUPED void walk_in_groups(global const uint* row_begins,
                                   global const uint* columns, volatile global uint* levels,
                                   global uint* parents, global uint* queue,
                                   volatile global uint* state, uint begin, uint end,
                                   uint level)
{
    local uint own[LOCAL_QUEUE], count, to;
    const uint i = begin + get_global_id(0), v = i < end ? queue[i] : 0;
    const uint row_end = i < end ? row_begins[v + 1] : 0;
    if (get_local_id(0) == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint e = i < end ? row_begins[v] : 0; e < row_end; ++e) {
        const uint u = columns[e];
        if (look(levels + u) == NONE &&
            atomic_cmpxchg(levels + u, NONE, level + 1) == NONE) {
            parents[u] = v;
            push(own, &count, queue, state + TAIL, u);
        }
    }
    flush(own, &count, &to, queue, state + TAIL);
}
//! [local_queue]

//! [on_device]
// The last group to finish makes the state of the next step. Until then all groups have
// read the state of this one.
void next_level(volatile global uint* state)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) > 0) return;
    fence_of_device();
    if (atomic_inc(state + FINISHED) + 1 < get_num_groups(0)) return;
    const uint end = look(state + END);
    tell(state + FINISHED, 0);
    tell(state + BEGIN, end);
    tell(state + END, atomic_or(state + TAIL, 0));
    tell(state + LEVEL, look(state + LEVEL) + 1);
}

// A level, whose size the host does not know. As many groups as the device can run at a
// time share the frontier, however large it is; if it is empty, the launch does nothing.
kernel GROUPED void walk_level(global const uint* row_begins, global const uint* columns,
                               volatile global uint* levels, global uint* parents,
                               global uint* queue, volatile global uint* state)
{
    local uint own[LOCAL_QUEUE], count, to;
    const uint l = get_local_id(0), level = look(state + LEVEL), end = look(state + END);
    for (uint first = look(state + BEGIN) + GROUP * get_group_id(0); first < end;
         first += get_global_size(0)) {
        const uint i = first + l, v = i < end ? queue[i] : 0;
        const uint row_end = i < end ? row_begins[v + 1] : 0;
        if (l == 0) count = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint e = i < end ? row_begins[v] : 0; e < row_end; ++e) {
            const uint u = columns[e];
            if (look(levels + u) == NONE &&
                atomic_cmpxchg(levels + u, NONE, level + 1) == NONE) {
                parents[u] = v;
                push(own, &count, queue, state + TAIL, u);
            }
        }
        flush(own, &count, &to, queue, state + TAIL);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    next_level(state);
}
//! [on_device]
