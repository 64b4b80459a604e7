// Attention: out[i] = sum over j of w[i][j] v[j], where w[i] is the softmax of the scores
// q[i] · k[j] / sqrt(HEAD) over all tokens j, and with `causal` over those up to i. q, k, v
// and out are rows of HEAD floats, token after token, head after head. A group makes
// QUERIES rows of a head's results: it goes through the keys in tiles of KEYS, and no score
// leaves it.
//
// Launches: dimension 0 has a group of GROUP work-items for QUERIES tokens, dimension 1 a
// row of them for each head. Work-item `id` has the four queries from id / ACROSS * 4 on,
// every ACROSS-th key of a tile, and every ACROSS-th quad of the results.
//
// With `causal` and `skip`, tiles that lie behind all of a group's queries are left out.
//
// Limits: tokens are from 1 to 2^31, and buffers begin where a float4 may, as they do.
//
// Options, each with a default:
//   HEAD     numbers of a row: a multiple of 4 ACROSS
//   QUERIES  rows of a group: a multiple of 4
//   KEYS     of a tile: a multiple of ACROSS
//   ACROSS   work-items that share four rows: a power of two
#ifndef HEAD
#define HEAD 64
#endif
#ifndef QUERIES
#define QUERIES 64
#endif
#ifndef KEYS
#define KEYS 32
#endif
#ifndef ACROSS
#define ACROSS 8
#endif
#if HEAD % (4 * ACROSS) || QUERIES % 4 || KEYS % ACROSS
#error "HEAD must be a multiple of 4 ACROSS, QUERIES of 4 and KEYS of ACROSS."
#endif
#define GROUP (QUERIES / 4 * ACROSS)
#define ROW (HEAD / 4) // quads of a row
#define PITCH                                                                              \
    (ROW + 1) // of a tile: odd, so that neighbouring rows begin in different banks
#define OF_KEYS (KEYS / ACROSS)     // scores of a work-item in each of its rows
#define OF_ROW (ROW / ACROSS)       // quads of results of a work-item in each of its rows
#define W_PITCH (KEYS + ACROSS / 4) // of the weights: rows begin in different banks

//! [bring]
// Rows `first` and after of a head go to local memory; behind the last token they are 0.
void bring(local float4* tile, global const float4* from, uint first, uint rows,
           uint tokens)
{
    for (uint i = get_local_id(0); i < rows * ROW; i += GROUP) {
        uint row = i / ROW, quad = i % ROW;
        tile[row * PITCH + quad] =
            first + row < tokens ? from[(size_t)(first + row) * ROW + quad] : (float4)0;
    }
}
//! [bring]

float add_product(float4 a, float4 b, float sum)
{
    return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, sum))));
}

//! [scores]
// A work-item's part of queries times keys: 4 × OF_KEYS results of HEAD products.
void multiply_keys(float score[4][OF_KEYS], local const float4* queries,
                   local const float4* keys)
{
#pragma unroll
    for (uint r = 0; r < 4; ++r)
#pragma unroll
        for (uint c = 0; c < OF_KEYS; ++c) score[r][c] = 0;
    for (uint quad = 0; quad < ROW; ++quad) {
        float4 of_query[4];
#pragma unroll
        for (uint r = 0; r < 4; ++r) of_query[r] = queries[r * PITCH + quad];
#pragma unroll
        for (uint c = 0; c < OF_KEYS; ++c) {
            float4 of_key = keys[c * ACROSS * PITCH + quad];
#pragma unroll
            for (uint r = 0; r < 4; ++r)
                score[r][c] = add_product(of_query[r], of_key, score[r][c]);
        }
    }
}
//! [scores]

//! [values]
// And its part of weights times values: 4 rows of OF_ROW quads, of KEYS products each.
void multiply_values(float4 sum[4][OF_ROW], local const float* weights,
                     local const float4* values)
{
    for (uint j = 0; j < KEYS; ++j) {
        float4 of_value[OF_ROW];
#pragma unroll
        for (uint c = 0; c < OF_ROW; ++c) of_value[c] = values[j * PITCH + c * ACROSS];
#pragma unroll
        for (uint r = 0; r < 4; ++r) {
            float4 weight = weights[r * W_PITCH + j];
#pragma unroll
            for (uint c = 0; c < OF_ROW; ++c)
                sum[r][c] = fma(weight, of_value[c], sum[r][c]);
        }
    }
}
//! [values]

//! [blocks]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
blocks(global const float4* q, global const float4* k, global const float4* v,
       global float4* out, uint tokens, uint causal, uint skip)
{
    local float4 queries[QUERIES * PITCH], tile[KEYS * PITCH];
    local float weights[QUERIES * W_PITCH], shared[QUERIES * (ACROSS + 1)];
    uint id = get_local_id(0), column = id % ACROSS, row = id / ACROSS * 4;
    uint first = get_group_id(0) * QUERIES;
    size_t head = get_global_id(1) * (size_t)tokens * ROW;
    bring(queries, q + head, first, QUERIES, tokens);

    float4 sum[4][OF_ROW];
    float score[4][OF_KEYS], largest[4], total[4];
    for (uint r = 0; r < 4; ++r) {
        largest[r] = -INFINITY;
        total[r] = 0;
        for (uint c = 0; c < OF_ROW; ++c) sum[r][c] = 0;
    }
    uint end = skip && causal ? min(tokens, first + QUERIES) : tokens;
    for (uint key = 0; key < end; key += KEYS) {
        barrier(CLK_LOCAL_MEM_FENCE); // the values of the tile before have been used
        bring(tile, k + head, key, KEYS, tokens);
        barrier(CLK_LOCAL_MEM_FENCE);
        multiply_keys(score, queries + row * PITCH, tile + column * PITCH);
        for (uint r = 0; r < 4; ++r) {
            float highest = largest[r];
            for (uint c = 0; c < OF_KEYS; ++c) {
                uint j = key + c * ACROSS + column;
                bool hidden = j >= tokens || (causal && j > first + row + r);
                score[r][c] = hidden ? -INFINITY : score[r][c] * rsqrt((float)HEAD);
                highest = fmax(highest, score[r][c]);
            }
            shared[(row + r) * (ACROSS + 1) + column] = highest;
        }
        barrier(CLK_LOCAL_MEM_FENCE); // keys were used; each one's largest is in `shared`
        bring(tile, v + head, key, KEYS, tokens);
        //! [rescale]
        for (uint r = 0; r < 4; ++r) {
            float highest = largest[r];
            for (uint a = 0; a < ACROSS; ++a)
                highest = fmax(highest, shared[(row + r) * (ACROSS + 1) + a]);
            float correction = exp(largest[r] - highest);
            largest[r] = highest;
            total[r] *= correction;
            for (uint c = 0; c < OF_ROW; ++c) sum[r][c] *= correction;
            for (uint c = 0; c < OF_KEYS; ++c) {
                float weight = exp(score[r][c] - highest);
                total[r] += weight;
                weights[(row + r) * W_PITCH + c * ACROSS + column] = weight;
            }
        }
        //! [rescale]
        barrier(CLK_LOCAL_MEM_FENCE);
        multiply_values(sum, weights + row * W_PITCH, tile + column);
    }
    for (uint r = 0; r < 4; ++r) shared[(row + r) * (ACROSS + 1) + column] = total[r];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = 0; r < 4; ++r) {
        float all = 0;
        for (uint a = 0; a < ACROSS; ++a) all += shared[(row + r) * (ACROSS + 1) + a];
        if (first + row + r < tokens)
            for (uint c = 0; c < OF_ROW; ++c)
                out[head + (size_t)(first + row + r) * ROW + c * ACROSS + column] =
                    sum[r][c] / all;
    }
}
//! [blocks]
