// Breadth-first search whose state is on the device: a launch makes one step, and the last
// group to finish says what the next one is. Arrays and options are in bfs.clh and in
// bfs_directions.clh, and
//
// -D CHUNK      most edges of an entry of the queue
//
// queue[i] is a piece of a row: a vertex, and the first of at most CHUNK edges.
#include "bfs_directions.clh"
#ifndef CHUNK
#define CHUNK 256
#endif
#define SETS (GROUP / 32)

uint pieces_of(uint degree)
{
    return (degree + CHUNK - 1) / CHUNK;
}

void put_pieces(global uint2* queue, uint vertex, uint begin, uint degree)
{
    for (uint end = begin + degree; begin < end; begin += min((uint)CHUNK, end - begin)) {
        queue->x = vertex;
        queue->y = begin;
        ++queue;
    }
}

// Before every search. One work-item a vertex, and at least STATE_WORDS.
kernel GROUPED void start_steps(global const uint* row_begins, global uint* levels,
                                global uint* parents, global uint2* queue,
                                global uint* seen, global uint* state, uint n, uint source)
{
    const uint v = get_global_id(0), words = words_of(n);
    if (v < n) {
        levels[v] = v == source ? 0 : NONE;
        parents[v] = v == source ? source : NONE;
    }
    if (v < words) seen[v] = first_bits(v, n, source);
    if (v > 0) return;
    const uint begin = row_begins[source], degree = row_begins[source + 1] - begin;
    for (uint i = 0; i < STATE_WORDS; ++i) state[i] = 0;
    put_pieces(queue, source, begin, degree);
    state[END] = state[TAIL] = pieces_of(degree);
    state[UNSEEN] = row_begins[n] - degree;
    state[MODE] = degree == 0 ? DONE : ENDS == 2 ? UP : DOWN;
}

// What a group needs in local memory for a round.
typedef struct
{
    uint ends[GROUP];       // where the edges of a piece end among those of the round
    uint firsts[GROUP];     // the number of its first edge, less where it is in the round
    uint vertices[GROUP];   // whose edges they are
    uint2 own[LOCAL_QUEUE]; // the group's queue
    uint count;             // what was put into it, with what it had no room for
    uint to;                // where it goes in global memory
    uint found, edges;      // vertices found by this group, and their edges
    uint bits[SETS];        // of the vertices found in each set of 32
} Round;

//! [push_pieces]
// A vertex with few edges is one piece, and goes into the group's queue as long as that has
// room. One with many edges is cut, and all its pieces get their places by one atomic.
void push_pieces(local Round* round, global uint2* queue, volatile global uint* state,
                 uint vertex, uint begin, uint degree)
{
    atomic_inc(&round->found);
    atomic_add(&round->edges, degree);
    const bool is_cut = degree > CHUNK;
    const uint at = is_cut ? LOCAL_QUEUE : atomic_inc(&round->count);
    if (at < LOCAL_QUEUE)
        round->own[at] = (uint2)(vertex, begin);
    else
        put_pieces(queue + atomic_add(state + TAIL, pieces_of(degree)), vertex, begin,
                   degree);
}
//! [push_pieces]

void flush_pieces(local Round* round, global uint2* queue, volatile global uint* state)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint l = get_local_id(0), kept = min(round->count, (uint)LOCAL_QUEUE);
    if (l == 0 && kept > 0) round->to = atomic_add(state + TAIL, kept);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < kept; i += GROUP) queue[round->to + i] = round->own[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) round->count = 0;
}

//! [pieces]
//! [round]
// The edges of the pieces of a round, numbered one after the other: piece l has those from
// ends[l - 1] to ends[l]. `width` is a power of two, and no round has more pieces. Returns
// how many edges there are.
uint number_edges(local Round* round, global const uint* row_begins,
                  global const uint2* queue, uint i, bool is_there, uint width)
{
    const uint l = get_local_id(0);
    const uint2 piece = is_there ? queue[i] : (uint2)(0, 0);
    const uint edges = is_there ? min((uint)CHUNK, row_begins[piece.x + 1] - piece.y) : 0;
    round->ends[l] = edges;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint apart = 1; apart < width; apart *= 2) {
        const uint before = l >= apart ? round->ends[l - apart] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        round->ends[l] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    round->vertices[l] = piece.x;
    round->firsts[l] = piece.y - (round->ends[l] - edges);
    barrier(CLK_LOCAL_MEM_FENCE);
    return round->ends[width - 1];
}

// Which piece edge e of the round belongs to, by halving.
uint piece_of(local const Round* round, uint e, uint width)
{
    uint piece = 0;
    for (uint apart = width / 2; apart > 0; apart /= 2)
        if (round->ends[piece + apart - 1] <= e) piece += apart;
    return piece;
}
//! [round]

// A step down. Each work-item takes every GROUP-th edge of the round, whoever they belong
// to.
void step_down(local Round* round, global const uint* row_begins,
               global const uint* columns, global uint* levels, global uint* parents,
               global uint2* queue, global uint* seen, volatile global uint* state,
               uint begin, uint end, uint level)
{
    const uint l = get_local_id(0), groups = get_num_groups(0);
    const uint each = min((uint)GROUP, (end - begin + groups - 1) / groups);
    uint width = 1;
    while (width < each) width *= 2;
    for (uint first = begin + each * get_group_id(0); first < end; first += each * groups) {
        const uint edges = number_edges(round, row_begins, queue, first + l,
                                        l < each && first + l < end, width);
        for (uint e = l; e < edges; e += GROUP) {
            const uint piece = piece_of(round, e, width),
                       u = columns[round->firsts[piece] + e];
            global uint* word = seen + u / 32;
            const uint bit = 1u << u % 32;
            if ((look_near(word) & bit) == 0 && (atomic_or(word, bit) & bit) == 0) {
                levels[u] = level + 1;
                parents[u] = round->vertices[piece];
                push_pieces(round, queue, state, u, row_begins[u],
                            row_begins[u + 1] - row_begins[u]);
            }
        }
        flush_pieces(round, queue, state);
    }
}
//! [pieces]

//! [bottom_up]
// A step up. A vertex that was not found yet looks for a neighbour that was, and stops at
// the first one: that is at the last level, because otherwise the vertex would have been
// found earlier. A set of 32 vertices has one word, which one work-item writes.
void step_up(local Round* round, global const uint* row_begins, global const uint* columns,
             global uint* levels, global uint* parents, global const uint* seen,
             global uint* next, uint words, uint level)
{
    const uint l = get_local_id(0);
    for (uint first = SETS * get_group_id(0); first < words;
         first += SETS * get_num_groups(0)) {
        const uint w = first + l / 32, v = 32 * w + l % 32,
                   before = w < words ? seen[w] : ~0u;
        if (l % 32 == 0) round->bits[l / 32] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((before >> l % 32 & 1) == 0)
            for (uint e = row_begins[v], end = row_begins[v + 1]; e < end; ++e) {
                const uint u = columns[e];
                if ((seen[u / 32] >> u % 32 & 1) == 0) continue;
                levels[v] = level + 1;
                parents[v] = u;
                atomic_or(&round->bits[l / 32], 1u << l % 32);
                break;
            }
        //! [word]
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l % 32 == 0 && w < words) {
            next[w] = before | round->bits[l / 32];
            atomic_add(&round->found, popcount(round->bits[l / 32]));
        }
        //! [word]
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
//! [bottom_up]

// The vertices that the last step up has found, as a queue.
void gather(local Round* round, global const uint* row_begins, global uint2* queue,
            volatile global uint* state, global const uint* seen, global const uint* before,
            uint words)
{
    const uint l = get_local_id(0);
    for (uint first = SETS * get_group_id(0); first < words;
         first += SETS * get_num_groups(0)) {
        const uint w = first + l / 32, v = 32 * w + l % 32;
        const uint bits = w < words ? seen[w] & ~before[w] : 0;
        if (bits >> l % 32 & 1)
            push_pieces(round, queue, state, v, row_begins[v],
                        row_begins[v + 1] - row_begins[v]);
        flush_pieces(round, queue, state);
    }
}

//! [step]
// One step of any kind. What is not to be done has no rounds.
uint step(local Round* round, global const uint* row_begins, global const uint* columns,
          global uint* levels, global uint* parents, global uint2* queue, global uint* seen,
          volatile global uint* state, uint n)
{
    const uint l = get_local_id(0), mode = look(state + MODE), level = look(state + LEVEL);
    const uint begin = look(state + BEGIN), end = mode == DOWN ? look(state + END) : begin;
    const uint words = words_of(n), from = look(state + FROM);
    global uint *bits = seen + from * words, *others = seen + (1 - from) * words;
    if (l == 0) round->count = round->found = round->edges = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ENDS != 2)
        step_down(round, row_begins, columns, levels, parents, queue, bits, state, begin,
                  end, level);
    if (ENDS != 1)
        step_up(round, row_begins, columns, levels, parents, bits, others,
                mode == UP ? words : 0, level);
    if (ENDS == 3)
        gather(round, row_begins, queue, state, bits, others, mode == GATHER ? words : 0);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (l == 0 && mode != DONE) {
        if (round->found > 0) atomic_add(state + FOUND, round->found);
        if (round->edges > 0) atomic_add(state + EDGES, round->edges);
        fence_of_device();
        if (atomic_inc(state + FINISHED) + 1 == get_num_groups(0))
            next_step(state, mode, n);
    }
    return mode;
}

kernel GROUPED void make_step(global const uint* row_begins, global const uint* columns,
                              global uint* levels, global uint* parents,
                              global uint2* queue, global uint* seen,
                              volatile global uint* state, uint n)
{
    local Round round;
    step(&round, row_begins, columns, levels, parents, queue, seen, state, n);
}
//! [step]

//! [resident]
// All steps in one launch, where all of its groups are on the device at the same time: each
// waits until the last one has made the state of the next step. OpenCL promises no such
// thing. Where it does not hold, the first group would wait for ever for one that has not
// begun; so elsewhere the launch makes one step.
kernel GROUPED void make_steps(global const uint* row_begins, global const uint* columns,
                               global uint* levels, global uint* parents,
                               global uint2* queue, global uint* seen,
                               volatile global uint* state, uint n)
{
    local Round round;
#ifdef __NV_CL_C_VERSION
    for (uint made = look(state + STEP);; ++made) {
        const uint mode =
            step(&round, row_begins, columns, levels, parents, queue, seen, state, n);
        if (mode == DONE) break;
        if (get_local_id(0) == 0) {
            while (look(state + STEP) == made) {
            }
            fence_of_device();
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
#else
    step(&round, row_begins, columns, levels, parents, queue, seen, state, n);
#endif
}
//! [resident]
