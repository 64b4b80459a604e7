// Attention by the instruction of Hopper's units that multiplies what lies in local memory,
// for 128 work-items at once: they have 64 rows of a head's results. For what is computed,
// and for the launches, see attention_units.cl. On other devices the same kernel runs with
// products by sub-groups, of 16 rows each.
//
// Limits: tokens are from 1 to 2^31, and buffers begin where a uint4 may, as they do.
//
// Options, each with a default; MATRIX_UNITS as in matrix_units.clh, 0 or from 80 on:
//   HEAD   numbers of a row: 64 or 128
//   KEYS   of a tile: 64 or 128; any multiple of 16 on other devices
//   TEAMS  sub-groups of a group: a multiple of 4
#ifndef HEAD
#define HEAD 64
#endif
#ifndef KEYS
#define KEYS 128
#endif
#ifndef TEAMS
#define TEAMS 8
#endif
#define DOWN 1

#include "attention_tiles.clh"
#include "matrix_units_warpgroups.clh"

#if MATRIX_UNITS >= 90

// The instruction for sums of 64 and 128 columns, and its operands.
#define SUMS_64(kind, s)                                                                   \
    EIGHT(kind, (s)[0].values, 0), EIGHT(kind, (s)[1].values, 0),                          \
        EIGHT(kind, (s)[2].values, 0), EIGHT(kind, (s)[3].values, 0)
#define SUMS_128(kind, s) SUMS_64(kind, s), SUMS_64(kind, (s) + 4)
#define INTO_64                                                                            \
    "//@ wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {" REGISTERS_32 "}, "
#define INTO_128                                                                           \
    "//@ wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" REGISTERS_64 "}, "
#if KEYS == 64
#define SCORES SUMS_64
#define INTO_SCORES INTO_64 "%32, %33, "
#else
#define SCORES SUMS_128
#define INTO_SCORES INTO_128 "%64, %65, "
#endif
#if HEAD == 64
#define RESULTS SUMS_64
#define INTO_RESULTS INTO_64 "{%32,%33,%34,%35}, %36, "
#else
#define RESULTS SUMS_128
#define INTO_RESULTS INTO_128 "{%64,%65,%66,%67}, %68, "
#endif
#define SETTLE(kind, sums) asm volatile("" : kind("+f", sums)::"memory")

//! [find_scores]
// 64 queries times a tile of keys, both in local memory.
void find_scores(row_of_scores scores, local const uint4* queries, local const uint4* keys,
                 local uint* room)
{
    queries += get_local_id(0) / 128 * 64 * PIECES;
    for (uint j = 0; j < ACROSS; ++j) none(&scores[j]);
    SETTLE(SCORES, scores);
    BEGIN_PRODUCTS;
#pragma unroll
    for (uint step = 0; step < STEPS; ++step)
        asm volatile(INTO_SCORES "1, 1, 1, 0, 0;"
                     : SCORES("+f", scores)
                     : "l"(slab_address(slab_of(queries, QUERIES, step)) + 2 * (step % 4)),
                       "l"(slab_address(slab_of(keys, KEYS, step)) + 2 * (step % 4)));
    END_PRODUCTS;
    AWAIT_PRODUCTS(0);
    SETTLE(SCORES, scores);
}
//! [find_scores]

//! [add_values]
// Weights, in registers, times a tile of values. These lie by columns, which the last
// operand says; the next 64 columns are a slab further.
void add_values(row_of_results sums, const row_of_scores scores, local const uint4* values,
                local uint* room)
{
    fragment weights[ACROSS];
#pragma unroll
    for (uint j = 0; j < ACROSS; ++j) weights[j] = as_factor(&scores[j]);
    SETTLE(RESULTS, sums);
    BEGIN_PRODUCTS;
#pragma unroll
    for (uint j = 0; j < ACROSS; ++j)
        asm volatile(INTO_RESULTS "1, 1, 1, 1;"
                     : RESULTS("+f", sums)
                     : "r"(weights[j].pairs[0]), "r"(weights[j].pairs[1]),
                       "r"(weights[j].pairs[2]), "r"(weights[j].pairs[3]),
                       "l"(turned_address(values + j * 16 * PIECES, KEYS)));
    END_PRODUCTS;
    AWAIT_PRODUCTS(0);
    SETTLE(RESULTS, sums);
}
//! [add_values]

#else

void find_scores(row_of_scores scores, local const uint4* queries, local const uint4* keys,
                 local uint* room)
{
    multiply_keys((row_of_scores*)scores, queries, keys, room);
}

void add_values(row_of_results sums, const row_of_scores scores, local const uint4* values,
                local uint* room)
{
    multiply_values((row_of_results*)sums, (const row_of_scores*)scores, values, room);
}

#endif

//! [warpgroups]
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
warpgroups(global const uint4* q, global const uint4* k, global const uint4* v,
           global float* out, uint tokens, uint causal)
{
    local uint4 queries[QUERIES * HEAD / 8] ALIGNED;
    local uint4 keys[2][KEYS * HEAD / 8] ALIGNED, values[2][KEYS * HEAD / 8] ALIGNED;
    local uint room[ITEMS * 8];
    uint first = first_of_group(), row = first + get_local_id(0) / LANES * 16;
    size_t head = get_global_id(1) * (size_t)tokens * (HEAD / 8);
    bring_rows(queries, q + head, first, tokens, QUERIES);
    bring_tile(keys[0], values[0], k + head, v + head, 0, tokens);

    row_of_scores scores;
    row_of_results sums;
    float largest[2], total[2], correction[2];
    clear_row(sums, largest, total);
    uint now = 0, end = causal ? min(tokens, first + QUERIES) : tokens;
    for (uint key = 0; key < end; key += KEYS, now ^= 1) {
        AWAIT_COPIES(0);
        PUBLISH;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (key + KEYS < end)
            bring_tile(keys[now ^ 1], values[now ^ 1], k + head, v + head, key + KEYS,
                       tokens);
        find_scores(scores, queries, keys[now], room);
        hide(scores, row, key, tokens, causal);
        weigh(scores, largest, total, correction, room);
        scale_rows(sums, correction);
        add_values(sums, scores, values[now], room);
    }
    write_rows(sums, total, out + 8 * head, row, tokens, room);
}
//! [warpgroups]
