// Look-ups in a small table that is kept in one of several places, for bench/causes/units.py. 1D.
// One of ARRAY, CONSTANT, VALUE, MEMORY and COPY says where. BESIDE adds an argument in constant
// memory that is not read.
#define SQUARES_16 0, 1, 4, 9, 0, 9, 4, 1, 0, 1, 4, 9, 0, 9, 4, 1
constant float squares[64] = {SQUARES_16, SQUARES_16, SQUARES_16, SQUARES_16};
typedef struct
{
    float entries[64];
} Table;

// In each round a work-item looks up 32 neighbouring entries, in instructions of their own
// whose places differ by a constant: one read and one multiply-add each. In each of them, the
// places of neighbours are `spread` apart.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void look_up(
#if defined(CONSTANT)
    constant const float* table,
#elif defined(VALUE)
    Table value,
#else
    global const float* restrict memory,
#endif
#ifdef BESIDE
    constant const float* beside,
#endif
    global float* sums, uint spread, uint rounds)
{
#if defined(ARRAY)
    constant const float* table = squares;
#elif defined(VALUE)
    const float* table = value.entries;
#elif defined(MEMORY)
    global const float* table = memory;
#elif defined(COPY)
    local float table[64];
    if (get_local_id(0) < 64) table[get_local_id(0)] = memory[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    //! [look_ups]
    uint at = get_local_id(0) * spread & 31;
    float sum[4] = {0, 0, 0, 0};
    for (uint r = 0; r < rounds; ++r) {
#pragma unroll
        for (uint k = 0; k < 32; ++k) sum[k % 4] = fma(table[at + k], 1 + k, sum[k % 4]);
        at = (at + 5) & 31;
    }
    //! [look_ups]
    sums[get_global_id(0)] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
