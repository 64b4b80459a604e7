// How fast the second level is, and what hints to it are worth, for bench/causes/units.py.
// 1D, 16 bytes a work-item and read.
#ifdef PAST // reads that no first level answers
#define READ(to, at)                                                                       \
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"                             \
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)                          \
                 : "l"(at)                                                                 \
                 : "memory")
#else
#define READ(to, at) to = *(at)
#endif
#ifndef AHEAD
#define AHEAD 4 // reads of a work-item that are under way together
#endif

// The set has a part for each group. In every round a group reads one part: always its own
// (shift 0), or the next one (shift 1), which it meets again when it has read all others.
kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void
parts(global const uint4* in, global uint* out, uint part, uint shift, uint rounds)
{
    uint groups = get_num_groups(0), sum = 0;
    for (uint r = 0; r < rounds; ++r) {
        global const uint4* first = in + (get_group_id(0) + r * shift) % groups * part;
        for (uint i = get_local_id(0); i < part; i += AHEAD * 1024) {
            uint4 x[AHEAD];
#pragma unroll
            for (uint k = 0; k < AHEAD; ++k) READ(x[k], first + i + k * 1024);
#pragma unroll
            for (uint k = 0; k < AHEAD; ++k) sum += (x[k].x ^ x[k].y ^ x[k].z) + x[k].w;
        }
    }
    out[get_global_id(0)] = sum;
}

// A copy of a stream, in which each fourth number is replaced by what a table has at its
// place. STREAM says that the stream is not used again, KEEP that the table is.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
gather(global const uint4* in, global const uint* table, global uint4* out, uint entries)
{
    size_t i = get_global_id(0);
    uint4 x;
#ifdef STREAM
    asm volatile("ld.global.cs.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x.x), "=r"(x.y), "=r"(x.z), "=r"(x.w)
                 : "l"(in + i));
#else
    x = in[i];
#endif
#ifdef KEEP
    ulong policy;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("ld.global.L2::cache_hint.u32 %0, [%1], %2;"
                 : "=r"(x.x)
                 : "l"(table + x.x % entries), "l"(policy));
#else
    x.x = table[x.x % entries];
#endif
#ifdef STREAM
    asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(out + i), "r"(x.x),
                 "r"(x.y), "r"(x.z), "r"(x.w)
                 : "memory");
#else
    out[i] = x;
#endif
}

kernel void count_up(global uint* out)
{
    out[get_global_id(0)] = get_global_id(0);
}

// Numbers in no order: a factor that is odd, then the upper bits.
kernel void scatter(global uint* out)
{
    out[get_global_id(0)] = (uint)get_global_id(0) * 2654435761u >> 5;
}
