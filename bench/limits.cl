// What a device can do at most: copying, reading, multiplying and adding.
// VECTOR is the type that moves, LANES its width. CHUNKS: each work-item has a stretch of its own, as a CPU likes it;
// else neighbours have neighbours. PAST_CACHES: stores that leave the caches alone, where the compiler knows them.
#include "../kernels/streaming.clh"
#if PAST_CACHES
#define STORE STREAM
#else
#define STORE(value, to) (*(to) = (value))
#endif

#if CHUNKS
#define FOR_MINE(i, count)                                                                                   \
    const size_t each = (count + get_global_size(0) - 1) / get_global_size(0);                               \
    const size_t end = min((get_global_id(0) + 1) * each, (size_t)count);                                    \
    for (size_t i = get_global_id(0) * each; i < end; ++i)
#else
#define FOR_MINE(i, count) for (size_t i = get_global_id(0); i < count; i += get_global_size(0))
#endif

kernel void limit_copy(global const VECTOR* from, global VECTOR* to, ulong count)
{
    FOR_MINE(i, count) STORE(from[i], to + i);
}

// CHAINS vectors at a time for each work-item. The sums are stored so that nothing can be left out.
#ifndef CHAINS
#define CHAINS 4
#endif
kernel void limit_read(global const VECTOR* from, global VECTOR* sums, ulong count)
{
    VECTOR chain[CHAINS];
    for (uint c = 0; c < CHAINS; ++c) chain[c] = 0;
#if CHUNKS
    const size_t each = count / get_global_size(0) / CHAINS * CHAINS;
    const size_t first = get_global_id(0) * each, step = 1;
#else
    const size_t each = count / get_global_size(0) / CHAINS * CHAINS * get_global_size(0);
    const size_t first = get_global_id(0), step = get_global_size(0);
#endif
    for (size_t i = first; i < first + each; i += CHAINS * step) {
#pragma unroll
        for (uint c = 0; c < CHAINS; ++c) chain[c] += from[i + c * step];
    }
    for (uint c = 1; c < CHAINS; ++c) chain[0] += chain[c];
    sums[get_global_id(0)] = chain[0];
}

// CHAINS independent chains; `factor` comes from the host, so that nothing can be computed beforehand, and is 0, so that
// values stay what they are. A loop around more than a few multiply-adds would cost instructions of its own: `rounds` is
// a multiple of 8.
kernel void limit_fma(global VECTOR* out, float factor, uint rounds)
{
    VECTOR chain[CHAINS];
    for (uint c = 0; c < CHAINS; ++c) chain[c] = (VECTOR)(c + get_global_id(0));
    for (uint r = 0; r < rounds; r += 8) {
#pragma unroll
        for (uint k = 0; k < 8; ++k) {
#pragma unroll
            for (uint c = 0; c < CHAINS; ++c) chain[c] = fma(chain[c], (VECTOR)factor, chain[c]);
        }
    }
    VECTOR sum = 0;
    for (uint c = 0; c < CHAINS; ++c) sum += chain[c];
    out[get_global_id(0)] = sum;
}

// Nothing: what a launch costs by itself.
kernel void limit_launch(global VECTOR* out)
{
    if (get_global_id(0) > 0) out[0] = 0;
}
