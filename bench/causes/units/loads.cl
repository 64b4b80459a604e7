// Loads under which a GPU's clock and power are read, for bench/causes/units.py. 1D,
// groups of 256. The first work-item leaves how many cycles and how many nanoseconds
// its kernel took.
#define BEGIN_CLOCK                                                                        \
    ulong cycles, begin_ns, end_ns, end_cycles;                                            \
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");                       \
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin_ns)::"memory")
#define END_CLOCK                                                                          \
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(end_cycles)::"memory");                   \
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end_ns)::"memory");                   \
    if (get_global_id(0) == 0) {                                                           \
        times[0] = (uint)(end_cycles - cycles);                                            \
        times[1] = (uint)(end_ns - begin_ns);                                              \
    }

// Eight chains of multiply-adds: 16 operations a round. in[0] is 0; the factor lets
// values change their sign and shrink slowly.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
multiply_add(global uint* in, global float* out, global uint* times, uint rounds)
{
    float x[8], factor = in[0] - 0.99999f;
    BEGIN_CLOCK;
    for (uint k = 0; k < 8; ++k) x[k] = k + get_local_id(0);
    for (uint r = 0; r < rounds; ++r)
#pragma unroll
        for (uint k = 0; k < 8; ++k) x[k] = fma(x[k], factor, 1 + k);
    float sum = 0;
    for (uint k = 0; k < 8; ++k) sum += x[k];
    out[get_global_id(0)] = sum;
    END_CLOCK
}

// Copies the first half of `in` to `out`, over and over.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
copy(global const uint4* in, global uint4* out, global uint* times, uint rounds)
{
    BEGIN_CLOCK;
    for (uint r = 0; r < rounds; ++r) {
        size_t i = (size_t)r * get_global_size(0) + get_global_id(0);
        out[i] = in[i];
    }
    END_CLOCK
}

// Matrix units: products of bf16 with sums in float, 16 × 8 × 16 an instruction, eight
// a round in each sub-group. The operands are between 1 and 2, by their bits; all eight
// accumulators get the same sums.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
matrix(global uint* in, global float* out, global uint* times, uint rounds)
{
    uint v[6];
    float sums[8][4];
    BEGIN_CLOCK;
    for (uint k = 0; k < 6; ++k)
        v[k] = ((get_global_id(0) * 6 + k) * 2654435761u >> 3 & 0x007f007f) |
               (0x3f803f80 + in[0]);
    for (uint k = 0; k < 8; ++k)
        for (uint e = 0; e < 4; ++e) sums[k][e] = 0;
    for (uint r = 0; r < rounds; ++r)
#pragma unroll
        for (uint k = 0; k < 8; ++k)
            asm volatile(
                "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, "
                "{%4,%5,%6,%7}, {%8,%9}, "
                "{%0,%1,%2,%3};"
                : "+f"(sums[k][0]), "+f"(sums[k][1]), "+f"(sums[k][2]), "+f"(sums[k][3])
                : "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(v[4]), "r"(v[5]));
    bool same = sums[0][0] >= 16 * rounds;
    for (uint k = 1; k < 8; ++k)
        for (uint e = 0; e < 4; ++e) same = same && sums[k][e] == sums[0][e];
    out[get_global_id(0)] = same;
    END_CLOCK
}
