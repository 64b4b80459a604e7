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
#include "attention_warpgroups.clh"

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
