// Breadth-first search for CPUs: few work-items, each of which draws strips of the frontier
// or of all vertices until there are none left. Arrays and options are in bfs.clh and in
// bfs_directions.clh, and
//
// -D STRIP   vertices of a strip, a multiple of 32
//
// queue holds vertices. Launches are groups of one work-item.
#define GROUP 1
#include "bfs_directions.clh"
#ifndef STRIP
#define STRIP 256
#endif

// Before every search. One work-item a vertex, and at least STATE_WORDS.
kernel void start_strips(global const uint* row_begins, global uint* levels,
                         global uint* parents, global uint* queue, global uint* seen,
                         global uint* state, uint n, uint source)
{
    const uint v = get_global_id(0), words = words_of(n);
    if (v < n) {
        levels[v] = v == source ? 0 : NONE;
        parents[v] = v == source ? source : NONE;
    }
    if (v < words) seen[v] = first_bits(v, n, source);
    if (v > 0) return;
    const uint degree = row_begins[source + 1] - row_begins[source];
    for (uint i = 0; i < STATE_WORDS; ++i) state[i] = 0;
    queue[0] = source;
    state[END] = state[TAIL] = 1;
    state[UNSEEN] = row_begins[n] - degree;
    state[MODE] = ENDS == 2 ? UP : DOWN;
}

// Vertices that a work-item has found and not yet put into the queue.
typedef struct
{
    uint own[STRIP];
    uint count, found, edges;
} Finds;

void flush(Finds* finds, global uint* queue, volatile global uint* state)
{
    if (finds->count == 0) return;
    const uint to = atomic_add(state + TAIL, finds->count);
    for (uint i = 0; i < finds->count; ++i) queue[to + i] = finds->own[i];
    finds->count = 0;
}

void push(Finds* finds, global uint* queue, volatile global uint* state,
          global const uint* row_begins, uint vertex)
{
    finds->own[finds->count++] = vertex;
    ++finds->found;
    finds->edges += row_begins[vertex + 1] - row_begins[vertex];
    if (finds->count == STRIP) flush(finds, queue, state);
}

//! [strips]
// One step. A work-item that has finished a strip draws the next one, whatever its rows
// were like. A queue of its own saves it all but one of STRIP atomics on the common one.
kernel GROUPED void step_in_strips(global const uint* row_begins,
                                   global const uint* columns, global uint* levels,
                                   global uint* parents, global uint* queue,
                                   global uint* seen, volatile global uint* state, uint n)
{
    const uint mode = look(state + MODE), level = look(state + LEVEL), words = words_of(n);
    if (mode == DONE) return;
    const uint begin = mode == DOWN ? look(state + BEGIN) : 0;
    const uint end = mode == DOWN ? look(state + END) : n, from = look(state + FROM);
    volatile global uint* bits = seen + from * words;
    global uint* others = seen + (1 - from) * words;
    Finds finds;
    finds.count = finds.found = finds.edges = 0;
    for (uint first; (first = begin + atomic_add(state + TICKET, STRIP)) < end;) {
        const uint last = min(end, first + STRIP);
        //! [strip]
        if (mode == DOWN)
            for (uint i = first; i < last; ++i)
                for (uint v = queue[i], e = row_begins[v]; e < row_begins[v + 1]; ++e) {
                    const uint u = columns[e], bit = 1u << u % 32;
                    volatile global uint* word = bits + u / 32;
                    if ((look(word) & bit) != 0 || (atomic_or(word, bit) & bit) != 0)
                        continue;
                    levels[u] = level + 1;
                    parents[u] = v;
                    push(&finds, queue, state, row_begins, u);
                }
        //! [strip]
        if (mode == UP)
            for (uint w = first / 32; w < words && 32 * w < first + STRIP; ++w) {
                const uint before = bits[w];
                uint now = before;
                for (uint left = ~before; left != 0; left &= left - 1) {
                    const uint v = 32 * w + popcount((left & -left) - 1);
                    for (uint e = row_begins[v], e_end = row_begins[v + 1]; e < e_end;
                         ++e) {
                        const uint u = columns[e];
                        if ((bits[u / 32] >> u % 32 & 1) == 0) continue;
                        levels[v] = level + 1;
                        parents[v] = u;
                        now |= 1u << v % 32;
                        break;
                    }
                }
                others[w] = now;
                finds.found += popcount(now ^ before);
            }
        if (mode == GATHER)
            for (uint w = first / 32; w < words && 32 * w < first + STRIP; ++w)
                for (uint left = bits[w] & ~others[w]; left != 0; left &= left - 1)
                    push(&finds, queue, state, row_begins,
                         32 * w + popcount((left & -left) - 1));
    }
    flush(&finds, queue, state);
    if (finds.found > 0) atomic_add(state + FOUND, finds.found);
    if (finds.edges > 0) atomic_add(state + EDGES, finds.edges);
    fence_of_device();
    if (atomic_inc(state + FINISHED) + 1 == get_num_groups(0)) next_step(state, mode, n);
}
//! [strips]
