// Attention for Hopper with tiles from the TMA: `engine` multiplies and weighs in turn as
// attention_warpgroups.cl does, `overlapped` weighs one tile while the units multiply
// others, as in FlashAttention-3 (Shah and others, 2024). For what is computed, see
// attention_units.cl. On other devices `engine` runs with products by sub-groups.
//
// Launches: dimension 0 has a group of ITEMS work-items, and of COPIERS, for each of some
// heads; dimension 1 has a row of them for each QUERIES tokens, the last ones first, since
// with `causal` they take longest; dimension 2 repeats that until all heads have theirs.
//
// Limits: tokens are from 1 to 2^31, and buffers begin where a uint4 may, as they do.
//
// Options, each with a default; MATRIX_UNITS as in matrix_units.clh, 0 or from 90 on:
//   HEAD   numbers of a row: 64 or 128
//   KEYS   of a tile: 64 or 128; any multiple of 16 on other devices
//   TEAMS  sub-groups that multiply: 8 or 12; a multiple of 4 on other devices
//   TURNS  1: warpgroups multiply in turn (overlapped); 0: as it comes
#ifndef HEAD
#define HEAD 64
#endif
#ifndef KEYS
#define KEYS 128
#endif
#ifndef TEAMS
#define TEAMS 8
#endif
#ifndef TURNS
#define TURNS 1
#endif
#define DOWN 1
#define SLAB 64
#define BOX_ELEMENT 10 // bfloat16
#define STAGES 2
#define BY_ENGINE
#if defined(MATRIX_UNITS) && MATRIX_UNITS >= 90
#define COPIERS 128
#else
#define COPIERS 0
#endif

#include "attention_tiles.clh"
#include "attention_warpgroups.clh"
#include "matrix_units_copies.clh"

// Work-item i describes matrix i of q, k and v, a layer for each head.
kernel void describe(global uint* maps, global const uint4* q, global const uint4* k,
                     global const uint4* v, uint tokens, uint heads)
{
    if (get_global_id(0) == 0) describe_layers(maps, q, HEAD, tokens, heads, QUERIES);
    if (get_global_id(0) == 1)
        describe_layers(maps + MAP_WORDS, k, HEAD, tokens, heads, KEYS);
    if (get_global_id(0) == 2)
        describe_layers(maps + 2 * MAP_WORDS, v, HEAD, tokens, heads, KEYS);
}

// The group's head, and the first of its queries.
uint head_of_group(void)
{
    return get_group_id(2) * get_num_groups(0) + get_group_id(0);
}
uint first_query(void)
{
    return (get_num_groups(1) - 1 - get_group_id(1)) * QUERIES;
}

// How many tiles of keys they see.
uint tiles_of(uint first, uint tokens, uint causal)
{
    return ((causal ? min(tokens, first + QUERIES) : tokens) - 1) / KEYS + 1;
}

#if MATRIX_UNITS >= 90

//! [ring]
// Tiles go round STAGES places. One is full when its bytes have come, and empty when each
// sub-group has done with it.
typedef struct
{
    ulong full[STAGES], empty[STAGES];
} ring;

void await_full(local ring* bars, uint n)
{
    await(&bars->full[n % STAGES], n / STAGES % 2);
}
void free_place(local ring* bars, uint n)
{
    if (get_local_id(0) % LANES == 0) arrive(&bars->empty[n % STAGES]);
}
//! [ring]

// One work-item opens them; the group waits for it.
void open_bars(local ulong* of_queries, local ring* of_keys, local ring* of_values)
{
    if (get_local_id(0) == 0) {
        open_bar(of_queries, 1);
        for (uint i = 0; i < STAGES; ++i) {
            open_bar(&of_keys->full[i], 1);
            open_bar(&of_values->full[i], 1);
            open_bar(&of_keys->empty[i], TEAMS);
            open_bar(&of_values->empty[i], TEAMS);
        }
    }
    PUBLISH;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Rows of a head, as slabs side by side.
void copy_rows(local uint4* slabs, global const uint* map, uint row, uint head, uint height,
               local ulong* bar)
{
    arrive_and_expect(bar, height * HEAD * 2);
    for (uint slab = 0; slab < HEAD / SLAB; ++slab)
        copy_layer_box(slabs + slab * height * PIECES, map, slab, row, head, bar);
}

//! [feed]
// One work-item asks for queries, and then for keys and values, the last tile first, as
// fast as others free their places.
void feed(local uint4* queries, local uint4* keys, local uint4* values,
          local ulong* of_queries, local ring* of_keys, local ring* of_values,
          global const uint* maps, uint tiles)
{
    uint head = head_of_group();
    for (uint i = 0; i < 3; ++i)
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(
                         maps + MAP_WORDS * i)
                     : "memory");
    copy_rows(queries, maps, first_query(), head, QUERIES, of_queries);
    for (uint n = 0; n < tiles; ++n) {
        uint place = n % STAGES, key = (tiles - 1 - n) * KEYS;
        await(&of_keys->empty[place], n / STAGES % 2 ^ 1);
        copy_rows(keys + place * KEYS * HEAD / 8, maps + MAP_WORDS, key, head, KEYS,
                  &of_keys->full[place]);
        await(&of_values->empty[place], n / STAGES % 2 ^ 1);
        copy_rows(values + place * KEYS * HEAD / 8, maps + 2 * MAP_WORDS, key, head, KEYS,
                  &of_values->full[place]);
    }
}
//! [feed]

//! [registers]
// A unit's registers were dealt out equally: those that copy give theirs to those that
// multiply.
#if TEAMS == 8
#define GIVE_REGISTERS asm volatile("//@ setmaxnreg.dec.sync.aligned.u32 24;")
#define TAKE_REGISTERS asm volatile("//@ setmaxnreg.inc.sync.aligned.u32 240;")
#else
#define GIVE_REGISTERS asm volatile("//@ setmaxnreg.dec.sync.aligned.u32 32;")
#define TAKE_REGISTERS asm volatile("//@ setmaxnreg.inc.sync.aligned.u32 160;")
#endif
//! [registers]

// Local memory, and the group's parts: COPIERS work-items copy and return, the others go
// on.
#define BEGIN_GROUP                                                                        \
    local uint4 queries[QUERIES * HEAD / 8] ALIGNED;                                       \
    local uint4 keys[STAGES][KEYS * HEAD / 8] ALIGNED,                                     \
        values[STAGES][KEYS * HEAD / 8] ALIGNED;                                           \
    local ulong of_queries;                                                                \
    local ring of_keys, of_values;                                                         \
    if (head_of_group() >= heads) return;                                                  \
    open_bars(&of_queries, &of_keys, &of_values);                                          \
    uint tiles = tiles_of(first_query(), tokens, causal);                                  \
    if (get_local_id(0) >= ITEMS) {                                                        \
        GIVE_REGISTERS;                                                                    \
        if (get_local_id(0) == ITEMS)                                                      \
            feed(queries, keys[0], values[0], &of_queries, &of_keys, &of_values, maps,     \
                 tiles);                                                                   \
        return;                                                                            \
    }                                                                                      \
    TAKE_REGISTERS;                                                                        \
    uint row = first_query() + get_local_id(0) / LANES * 16;                               \
    row_of_scores scores;                                                                  \
    row_of_results sums;                                                                   \
    float largest[2], total[2], correction[2];                                             \
    clear_row(sums, largest, total);                                                       \
    await(&of_queries, 0)

//! [engine]
kernel __attribute__((reqd_work_group_size(ITEMS + COPIERS, 1, 1))) void
engine(global const uint4* q, global const uint4* k, global const uint4* v,
       global const uint* maps, global float* out, uint tokens, uint heads, uint causal)
{
    BEGIN_GROUP;
    for (uint n = 0; n < tiles; ++n) {
        await_full(&of_keys, n);
        find_scores(scores, queries, keys[n % STAGES], 0);
        free_place(&of_keys, n);
        hide(scores, row, (tiles - 1 - n) * KEYS, tokens, causal);
        weigh(scores, largest, total, correction, 0);
        scale_rows(sums, correction);
        await_full(&of_values, n);
        add_values(sums, scores, values[n % STAGES], 0);
        free_place(&of_values, n);
    }
    write_rows(sums, total, out + head_of_group() * (size_t)tokens * HEAD, row, tokens, 0);
}
//! [engine]

//! [turns]
// A warpgroup begins its products when the one before it has begun its own, so that one's
// products are made while another weighs. Barriers 1, 2 … count 128 that wait for their
// turn, and 128 that give it.
#if TURNS
#define AWAIT_TURN(group) asm volatile("bar.sync %0, 256;" ::"r"(1 + (group)) : "memory")
#define GIVE_TURN(group)                                                                   \
    asm volatile("bar.arrive %0, 256;" ::"r"(1 + ((group) + 1) % (TEAMS / 4)) : "memory")
#else
#define AWAIT_TURN(group)
#define GIVE_TURN(group)
#endif
//! [turns]

//! [overlapped]
kernel __attribute__((reqd_work_group_size(ITEMS + COPIERS, 1, 1))) void
overlapped(global const uint4* q, global const uint4* k, global const uint4* v,
           global const uint* maps, global float* out, uint tokens, uint heads, uint causal)
{
    BEGIN_GROUP;
    uint group = get_local_id(0) / 128;
    local uint4* own = queries + group * 64 * PIECES;
    row_of_weights weights;
    await_full(&of_keys, 0);
    find_scores(scores, queries, keys[0], 0);
    free_place(&of_keys, 0);
    hide(scores, row, (tiles - 1) * KEYS, tokens, causal);
    weigh(scores, largest, total, correction, 0);
    take_weights(weights, scores);
    // Tiles before this one need no mask: all of the group's queries see all of their keys.
    uint shown = (causal ? min(tokens, first_query() + 1) : tokens) / KEYS;
    if (group == TEAMS / 4 - 1) GIVE_TURN(group); // the first one need not wait
    uint n = 1;
    // Two loops, so that the one without a mask has no branch for it.
    UNROLL
    for (uint masked = 2; masked-- > 0;) {
        uint end = masked ? tiles - shown : tiles;
        //! [beside]
        for (; n < end; ++n) {
            await_full(&of_keys, n);
            AWAIT_TURN(group);
            begin_scores(scores, own, keys[n % STAGES]);
            await_full(&of_values, n - 1);
            begin_values(sums, weights, values[(n - 1) % STAGES]);
            GIVE_TURN(group);
            AWAIT_PRODUCTS(1);
            SETTLE(SCORES, scores);
            free_place(&of_keys, n);
            if (masked) hide(scores, row, (tiles - 1 - n) * KEYS, tokens, causal);
            weigh(scores, largest, total, correction, 0); // while values are multiplied
            AWAIT_PRODUCTS(0);
            SETTLE(RESULTS, sums);
            free_place(&of_values, n - 1);
            scale_rows(sums, correction);
            take_weights(weights, scores);
        }
        //! [beside]
    }
    if (group == 0) AWAIT_TURN(group); // the last one's
    await_full(&of_values, tiles - 1);
    begin_values(sums, weights, values[(tiles - 1) % STAGES]);
    AWAIT_PRODUCTS(0);
    SETTLE(RESULTS, sums);
    write_rows(sums, total, out + head_of_group() * (size_t)tokens * HEAD, row, tokens, 0);
}
//! [overlapped]

#else

// The same tiles, brought and multiplied by all.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
engine(global const uint4* q, global const uint4* k, global const uint4* v,
       global const uint* maps, global float* out, uint tokens, uint heads, uint causal)
{
    local uint4 queries[QUERIES * HEAD / 8] ALIGNED;
    local uint4 keys[KEYS * HEAD / 8] ALIGNED, values[KEYS * HEAD / 8] ALIGNED;
    local uint room[ITEMS * 8];
    uint head = head_of_group(), first = first_query();
    if (head >= heads) return;
    size_t begin = head * (size_t)tokens * (HEAD / 8);
    bring_rows(queries, q + begin, first, tokens, QUERIES);
    row_of_scores scores;
    row_of_results sums;
    float largest[2], total[2], correction[2];
    clear_row(sums, largest, total);
    uint row = first + get_local_id(0) / LANES * 16;
    for (uint tile = tiles_of(first, tokens, causal); tile > 0; --tile) {
        barrier(CLK_LOCAL_MEM_FENCE);
        bring_tile(keys, values, k + begin, v + begin, (tile - 1) * KEYS, tokens);
        barrier(CLK_LOCAL_MEM_FENCE);
        find_scores(scores, queries, keys, room);
        hide(scores, row, (tile - 1) * KEYS, tokens, causal);
        weigh(scores, largest, total, correction, room);
        scale_rows(sums, correction);
        add_values(sums, scores, values, room);
    }
    write_rows(sums, total, out + 8 * begin, row, tokens, room);
}

#endif
