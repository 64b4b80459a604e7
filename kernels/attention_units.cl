// Attention on units for matrices: out[i] = sum over j of w[i][j] v[j] as in attention.cl,
// for rows of HEAD numbers of bfloat16, and with results of float. A group makes QUERIES
// rows of a head's results, each sub-group 16 · DOWN of them. Scores and results are
// fragments in registers, and the weights of one product are the factors of the next.
//
// Launches: dimension 0 has a group of ITEMS work-items for QUERIES tokens, the last ones
// first, because with `causal` they take longest; dimension 1 a row of them for each head.
//
// Limits: tokens are from 1 to 2^31, and buffers begin where a uint4 may, as they do.
//
// Options, each with a default; MATRIX_UNITS as in matrix_units.clh, 0 or from 80 on:
//   HEAD    numbers of a row: a multiple of 64
//   KEYS    of a tile: a multiple of 16
//   DOWN    fragments of 16 queries of a sub-group
//   TEAMS   sub-groups of a group
//   STAGES  tiles of keys and values in local memory: 1, or 2, of which one comes meanwhile
#ifndef HEAD
#define HEAD 64
#endif
#ifndef KEYS
#define KEYS 64
#endif
#ifndef DOWN
#define DOWN 2
#endif
#ifndef TEAMS
#define TEAMS 4
#endif
#ifndef STAGES
#define STAGES 2
#endif

#include "attention_tiles.clh"

//! [fragments]
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
fragments(global const uint4* q, global const uint4* k, global const uint4* v,
          global float* out, uint tokens, uint causal)
{
    local uint4 queries[QUERIES * HEAD / 8] ALIGNED;
    local uint4 keys[STAGES][KEYS * HEAD / 8] ALIGNED;
    local uint4 values[STAGES][KEYS * HEAD / 8] ALIGNED;
    local uint room[ITEMS * 8];
    uint first = first_of_group(), row = first + get_local_id(0) / LANES * 16 * DOWN;
    size_t head = get_global_id(1) * (size_t)tokens * (HEAD / 8);
    bring_rows(queries, q + head, first, tokens, QUERIES);
    if (STAGES == 2) bring_tile(keys[0], values[0], k + head, v + head, 0, tokens);

    row_of_scores scores[DOWN];
    row_of_results sums[DOWN];
    float largest[DOWN][2], total[DOWN][2];
    UNROLL
    for (uint i = 0; i < DOWN; ++i) clear_row(sums[i], largest[i], total[i]);
    uint now = 0, end = causal ? min(tokens, first + QUERIES) : tokens;
    for (uint key = 0; key < end; key += KEYS) {
        if (STAGES == 1) {
            barrier(CLK_LOCAL_MEM_FENCE); // the tile before has been used
            bring_tile(keys[0], values[0], k + head, v + head, key, tokens);
        }
        AWAIT_COPIES(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (STAGES == 2 && key + KEYS < end)
            bring_tile(keys[now ^ 1], values[now ^ 1], k + head, v + head, key + KEYS,
                       tokens);
        multiply_keys(scores, queries, keys[now], room);
        //! [between]
        UNROLL
        for (uint i = 0; i < DOWN; ++i) {
            float correction[2];
            hide(scores[i], row + i * 16, key, tokens, causal);
            weigh(scores[i], largest[i], total[i], correction, room);
            scale_rows(sums[i], correction);
        }
        //! [between]
        multiply_values(sums, scores, values[now], room);
        now ^= STAGES - 1;
    }
    UNROLL
    for (uint i = 0; i < DOWN; ++i)
        write_rows(sums[i], total[i], out + 8 * head, row + i * 16, tokens, room);
}
//! [fragments]
