// Attention for CPUs with registers of 16 floats: see attention.cl for what is computed. A
// work-item, alone in its group, makes QUERIES rows of a head's results, STRIP at a time,
// for each block of 64 keys: STRIP × 4 registers of scores, then STRIP × 4 of results.
//
// Launches: of `pack_keys` a work-item for each block of 64 keys and each head, of `strips`
// one for QUERIES rows and each head. Limits: tokens are from 1 to 2^31, and buffers begin
// where a float16 may, as they do.
//
// Options, each with a default:
//   HEAD     numbers of a row: a multiple of 64
//   STRIP    rows under way at a time
//   QUERIES  rows of a work-item: a multiple of STRIP
#include "exponential.clh"

#ifndef HEAD
#define HEAD 64
#endif
#ifndef STRIP
#define STRIP 6
#endif
#ifndef QUERIES
#define QUERIES 48
#endif
#if HEAD % 64 || QUERIES % STRIP
#error "HEAD must be a multiple of 64, and QUERIES one of STRIP."
#endif
#define BLOCK 64 // keys
#define FLOATS (BLOCK * HEAD)

//! [pack_keys]
// Work-item (x, y) turns block x of head y: the numbers of 64 keys in the same place lie
// side by side. Keys that are not there are 0.
kernel void pack_keys(global const float* k, global float* packed, uint tokens)
{
    uint first = get_global_id(0) * BLOCK;
    k += ((size_t)get_global_id(1) * tokens + first) * HEAD;
    packed += (get_global_id(1) * get_global_size(0) + get_global_id(0)) * FLOATS;
    uint count = min(tokens - first, (uint)BLOCK);
    for (uint d = 0; d < HEAD; ++d)
        for (uint j = 0; j < BLOCK; ++j)
            packed[d * BLOCK + j] = j < count ? k[j * HEAD + d] : 0;
}
//! [pack_keys]

//! [keys]
// STRIP queries times a block of keys, in registers.
void multiply_keys(float16 score[STRIP][4], global const float* const of_query[STRIP],
                   global const float16* keys)
{
#pragma unroll
    for (uint r = 0; r < STRIP; ++r)
#pragma unroll
        for (uint c = 0; c < 4; ++c) score[r][c] = 0;
    for (uint d = 0; d < HEAD; ++d, keys += 4)
#pragma unroll
        for (uint r = 0; r < STRIP; ++r)
#pragma unroll
            for (uint c = 0; c < 4; ++c)
                score[r][c] = fma((float16)of_query[r][d], keys[c], score[r][c]);
}
//! [keys]

// Weights times the block's values: 64 numbers of each result at a time.
void multiply_values(float16 sum[STRIP][HEAD / 16], float weight[STRIP][BLOCK],
                     global const float16* values, uint count)
{
#pragma unroll
    for (uint part = 0; part < HEAD / 16; part += 4) {
        float16 s[STRIP][4];
#pragma unroll
        for (uint r = 0; r < STRIP; ++r)
#pragma unroll
            for (uint c = 0; c < 4; ++c) s[r][c] = sum[r][part + c];
        for (uint j = 0; j < count; ++j)
#pragma unroll
            for (uint r = 0; r < STRIP; ++r)
#pragma unroll
                for (uint c = 0; c < 4; ++c)
                    s[r][c] = fma((float16)weight[r][j], values[j * (HEAD / 16) + part + c],
                                  s[r][c]);
#pragma unroll
        for (uint r = 0; r < STRIP; ++r)
#pragma unroll
            for (uint c = 0; c < 4; ++c) sum[r][part + c] = s[r][c];
    }
}

// What a row may not see of the block that begins at `key` becomes -INFINITY: from
// `visible` keys on.
void hide(float16 score[4], uint key, uint visible)
{
    const uint16 places = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#pragma unroll
    for (uint c = 0; c < 4; ++c)
        score[c] = key + 16 * c + places < visible ? score[c] : (float16)-INFINITY;
}

//! [strips]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
strips(global const float* q, global const float* packed, global const float* v,
       global float* out, uint tokens, uint causal)
{
    uint top = get_global_id(0) * QUERIES, blocks = (tokens - 1) / BLOCK + 1;
    size_t head = (size_t)get_global_id(1) * tokens * HEAD;
    packed += (size_t)get_global_id(1) * blocks * FLOATS;
    float16 sum[QUERIES][HEAD / 16], totals[QUERIES];
    float largest[QUERIES];
    for (uint r = 0; r < QUERIES; ++r) {
        largest[r] = -INFINITY;
        totals[r] = 0;
        for (uint c = 0; c < HEAD / 16; ++c) sum[r][c] = 0;
    }
    uint bottom = min(top + QUERIES, tokens), end = causal ? bottom : tokens;
    for (uint key = 0; key < end; key += BLOCK)
        for (uint row = top; row < bottom; row += STRIP) {
            if (causal && key >= row + STRIP) continue; // all of it is behind the strip
            global const float*
                of_query[STRIP]; // behind the last token it is the last again
#pragma unroll
            for (uint r = 0; r < STRIP; ++r)
                of_query[r] = q + head + (size_t)min(row + r, tokens - 1) * HEAD;
            float16 score[STRIP][4];
            multiply_keys(score, of_query,
                          (global const float16*)(packed + (size_t)key * HEAD));
            float weight[STRIP][BLOCK];
#pragma unroll
            for (uint r = 0; r < STRIP; ++r) {
                uint at = row - top + r;
                hide(score[r], key, causal ? min(row + r + 1, tokens) : tokens);
                float16 most =
                    fmax(fmax(score[r][0], score[r][1]), fmax(score[r][2], score[r][3])) *
                    rsqrt((float)HEAD);
                float highest = fmax(largest[at], largest_of(most));
                if (highest > largest[at]) {
                    float16 correction = exponential((float16)(largest[at] - highest));
                    totals[at] *= correction;
                    for (uint c = 0; c < HEAD / 16; ++c) sum[at][c] *= correction;
                    largest[at] = highest;
                }
#pragma unroll
                for (uint c = 0; c < 4; ++c) {
                    float16 w = exponential(
                        fma(score[r][c], (float16)rsqrt((float)HEAD), (float16)-highest));
                    totals[at] += w;
                    vstore16(w, c, weight[r]);
                }
            }
            multiply_values(sum + (row - top), weight,
                            (global const float16*)(v + head + (size_t)key * HEAD),
                            min(tokens - key, (uint)BLOCK));
        }
    for (uint r = 0; top + r < bottom; ++r)
        for (uint c = 0; c < HEAD / 16; ++c)
            *(global float16*)(out + head + (size_t)(top + r) * HEAD + 16 * c) =
                sum[r][c] / sum_of(totals[r]);
}
//! [strips]
