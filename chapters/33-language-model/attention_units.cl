// Attention of a training step on units for matrices, causal, for heads of HEAD numbers:
// forward and backward without a matrix of shares in memory. What attention_tiles.clh calls
// weights are the shares.
//
// qkv has for each token the queries, keys and values of all heads, d_qkv their gradients;
// mixed has the results of all heads, d_mixed their gradients. All are bfloat16s. Of each row
// of each head, logs keeps the base-2 logarithm of the sum that its shares are divided by.
//
// Launches: dimension 0 has a group of ITEMS work-items for QUERIES rows, dimension 1 a row
// of them for each head of each sequence. Options as in attention_units.cl of the kernels.
#ifndef HEAD
#define HEAD 64
#endif
#include "../../kernels/attention_tiles.clh"

#define BLOCK (QUERIES * HEAD / 8) // pieces of a group's rows
#define TILE (KEYS * HEAD / 8)     // and of a tile's

// Rows `first` and later of a head that begins at `from`, as slabs.
void bring_block(local uint4* slabs, global const uint4* from, uint pitch, uint first,
                 uint tokens, uint height)
{
    UNROLL
    for (uint slab = 0; slab < HEAD / 64; ++slab)
        begin_copies(slabs + slab * height * PIECES, from + slab * PIECES, first, tokens, 0,
                     pitch, height, ITEMS);
}

// Where queries (0), keys (1) or values (2) of this group's head begin, in numbers; of other
// buffers there is one matrix, and not three.
size_t begin_of(uint which, uint matrices, uint tokens, uint heads)
{
    uint z = get_global_id(1), row = heads * HEAD;
    return (size_t)(z / heads) * tokens * matrices * row + which * row + z % heads * HEAD;
}

void store_rounded(const row_of_results sums, float factor, global ushort* to, uint pitch,
                   uint row, uint tokens)
{
    UNROLL
    for (uint step = 0; step < STEPS; ++step) {
        UNROLL
        for (uint n = 0; n < SUMS; n += 2) {
            uint y = row + row_of(n);
            if (y >= tokens) continue;
            global uint* pair =
                (global uint*)(to + (size_t)y * pitch + step * 16 + column_of(n));
            *pair = rounded_pair(factor * sums[step].values[n],
                                 factor * sums[step].values[n + 1]);
        }
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
attend(global ushort* mixed, global float* logs, global const ushort* qkv, uint tokens,
       uint heads)
{
    local uint4 queries[BLOCK] ALIGNED, keys[2][TILE] ALIGNED, values[2][TILE] ALIGNED;
    local uint room[ITEMS * 8];
    uint first = first_of_group(), row = first + get_local_id(0) / LANES * 16 * DOWN,
         pitch = 3 * heads * HEAD / 8, end = min(tokens, first + QUERIES);
    global const uint4 *q = (global const uint4*)(qkv + begin_of(0, 3, tokens, heads)),
                       *k = (global const uint4*)(qkv + begin_of(1, 3, tokens, heads)),
                       *v = (global const uint4*)(qkv + begin_of(2, 3, tokens, heads));
    bring_block(queries, q, pitch, first, tokens, QUERIES);
    bring_block(keys[0], k, pitch, 0, tokens, KEYS);
    bring_block(values[0], v, pitch, 0, tokens, KEYS);
    END_COPIES;
    row_of_scores scores[DOWN];
    row_of_results sums[DOWN];
    float largest[DOWN][2], total[DOWN][2];
    UNROLL
    for (uint i = 0; i < DOWN; ++i) clear_row(sums[i], largest[i], total[i]);
    for (uint key = 0, now = 0; key < end; key += KEYS, now ^= 1) {
        AWAIT_COPIES(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (key + KEYS < end) {
            bring_block(keys[now ^ 1], k, pitch, key + KEYS, tokens, KEYS);
            bring_block(values[now ^ 1], v, pitch, key + KEYS, tokens, KEYS);
            END_COPIES;
        }
        multiply_keys(scores, queries, keys[now], room);
        UNROLL
        for (uint i = 0; i < DOWN; ++i) {
            float correction[2];
            hide(scores[i], row + i * 16, key, tokens, true);
            weigh(scores[i], largest[i], total[i], correction, room);
            scale_rows(sums[i], correction);
        }
        multiply_values(sums, scores, values[now], room);
    }
    const float scale = M_LOG2E_F * rsqrt((float)HEAD);
    UNROLL
    for (uint i = 0; i < DOWN; ++i) {
        float parts[2];
        UNROLL_ROWS
        for (uint r = 0; r < 2; ++r) {
            float sum = sum_of_four(total[i][r], (local float*)room);
            uint y = row + i * 16 + r * 8 + get_local_id(0) % LANES / 4;
            if (get_local_id(0) % 4 == 0 && y < tokens)
                logs[(size_t)get_global_id(1) * tokens + y] =
                    fma(largest[i][r], scale, log2(sum));
            parts[r] = 1 / sum;
        }
        scale_rows(sums[i], parts);
        store_rounded(sums[i], 1, mixed + begin_of(0, 1, tokens, heads), heads * HEAD,
                      row + i * 16, tokens);
    }
}

// The mean of a row's gradients of shares, weighted by the shares: that is the product of
// its result with the result's gradient. A work-item for each 8 numbers, in groups of
// ALONG.
#define ALONG 256
kernel __attribute__((reqd_work_group_size(ALONG, 1, 1))) void
along_results(global float* deltas, global const uint4* mixed, global const uint4* d_mixed,
              uint tokens, uint heads)
{
    local float4 parts[ALONG / 4];
    uint piece = get_global_id(0), item = get_local_id(0);
    uint4 x = mixed[piece], y = d_mixed[piece];
    float4 even = as_float4(x << 16) * as_float4(y << 16),
           odd = as_float4(x & 0xFFFF0000) * as_float4(y & 0xFFFF0000), both = even + odd;
    ((local float*)parts)[item] = both.x + both.y + both.z + both.w;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= ALONG * 8 / HEAD) return;
    float4 sum = 0;
    for (uint i = 0; i < HEAD / 32; ++i) sum += parts[item * (HEAD / 32) + i];
    uint one = get_group_id(0) * (ALONG * 8 / HEAD) + item, row = one / heads;
    deltas[((size_t)(row / tokens) * heads + one % heads) * tokens + row % tokens] =
        sum.x + sum.y + sum.z + sum.w;
}

//! [graded]
// Scores become shares, and the gradients of shares those of scores. A row is a query's, or
// with `by_keys` a key's, and then queries go along it.
void grade(row_of_scores scores, row_of_scores gradients, global const float* logs,
           global const float* deltas, uint row, uint column, uint tokens, bool by_keys)
{
    const float scale = M_LOG2E_F * rsqrt((float)HEAD);
    UNROLL
    for (uint j = 0; j < ACROSS; ++j) {
        UNROLL
        for (uint n = 0; n < SUMS; ++n) {
            uint y = row + row_of(n), x = column + j * 16 + column_of(n);
            uint query = by_keys ? x : y, key = by_keys ? y : x;
            bool seen = query < tokens && key <= query;
            uint at = min(query, tokens - 1);
            float share =
                seen ? native_exp2(fma(scores[j].values[n], scale, -logs[at])) : 0;
            scores[j].values[n] = share;
            gradients[j].values[n] = share * (gradients[j].values[n] - deltas[at]);
        }
    }
}
//! [graded]

//! [gradients]
// The gradients of a block's rows: of queries, from the keys before them, or with `by_keys`
// of keys and values, from the queries after them. The first of a pair of slabs is queries or
// keys, the second values, or gradients of results.
__attribute__((always_inline)) void
gradients(global ushort* d_qkv, global const ushort* qkv, global const ushort* d_mixed,
          global const float* logs, global const float* deltas, uint tokens, uint heads,
          bool by_keys, local uint4 (*rows)[BLOCK], local uint4 (*tiles)[2][TILE],
          local uint* room)
{
    uint first = by_keys ? get_group_id(0) * QUERIES : first_of_group(),
         row = first + get_local_id(0) / LANES * 16 * DOWN, pitch = heads * HEAD / 8;
    size_t z = get_global_id(1);
    logs += z * tokens;
    deltas += z * tokens;
    global const uint4 *q = (global const uint4*)(qkv + begin_of(0, 3, tokens, heads)),
                       *k = (global const uint4*)(qkv + begin_of(1, 3, tokens, heads)),
                       *v = (global const uint4*)(qkv + begin_of(2, 3, tokens, heads)),
                       *d = (global const uint4*)(d_mixed + begin_of(0, 1, tokens, heads)),
                       *of_rows = by_keys ? v : d, *of_tiles = by_keys ? d : v;
    uint rows_pitch = by_keys ? 3 * pitch : pitch,
         tiles_pitch = by_keys ? pitch : 3 * pitch;
    uint at = by_keys ? first / KEYS * KEYS : 0,
         end = by_keys ? tokens : min(tokens, first + QUERIES);
    bring_block(rows[0], by_keys ? k : q, 3 * pitch, first, tokens, QUERIES);
    bring_block(rows[1], of_rows, rows_pitch, first, tokens, QUERIES);
    bring_block(tiles[0][0], by_keys ? q : k, 3 * pitch, at, tokens, KEYS);
    bring_block(tiles[0][1], of_tiles, tiles_pitch, at, tokens, KEYS);
    END_COPIES;
    row_of_results sums[DOWN], of_values[DOWN];
    UNROLL
    for (uint i = 0; i < DOWN; ++i) {
        UNROLL
        for (uint step = 0; step < STEPS; ++step) {
            none(&sums[i][step]);
            none(&of_values[i][step]);
        }
    }
    for (uint now = 0; at < end; at += KEYS, now ^= 1) {
        AWAIT_COPIES(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (at + KEYS < end) {
            bring_block(tiles[now ^ 1][0], by_keys ? q : k, 3 * pitch, at + KEYS, tokens,
                        KEYS);
            bring_block(tiles[now ^ 1][1], of_tiles, tiles_pitch, at + KEYS, tokens, KEYS);
            END_COPIES;
        }
        row_of_scores scores[DOWN], d_scores[DOWN];
        multiply_keys(scores, rows[0], tiles[now][0], room);
        multiply_keys(d_scores, rows[1], tiles[now][1], room);
        UNROLL
        for (uint i = 0; i < DOWN; ++i)
            grade(scores[i], d_scores[i], logs, deltas, row + i * 16, at, tokens, by_keys);
        if (by_keys) multiply_values(of_values, scores, tiles[now][1], room);
        multiply_values(sums, d_scores, tiles[now][0], room);
    }
    UNROLL
    for (uint i = 0; i < DOWN; ++i) {
        store_rounded(sums[i], rsqrt((float)HEAD),
                      d_qkv + begin_of(by_keys, 3, tokens, heads), 24 * pitch, row + i * 16,
                      tokens);
        if (by_keys)
            store_rounded(of_values[i], 1, d_qkv + begin_of(2, 3, tokens, heads),
                          24 * pitch, row + i * 16, tokens);
    }
}
//! [gradients]

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
attend_backward_queries(global ushort* d_qkv, global const ushort* qkv,
                        global const ushort* d_mixed, global const float* logs,
                        global const float* deltas, uint tokens, uint heads)
{
    local uint4 rows[2][BLOCK] ALIGNED, tiles[2][2][TILE] ALIGNED;
    local uint room[ITEMS * 8];
    gradients(d_qkv, qkv, d_mixed, logs, deltas, tokens, heads, false, rows, tiles, room);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
attend_backward_keys(global ushort* d_qkv, global const ushort* qkv,
                     global const ushort* d_mixed, global const float* logs,
                     global const float* deltas, uint tokens, uint heads)
{
    local uint4 rows[2][BLOCK] ALIGNED, tiles[2][2][TILE] ALIGNED;
    local uint room[ITEMS * 8];
    gradients(d_qkv, qkv, d_mixed, logs, deltas, tokens, heads, true, rows, tiles, room);
}
