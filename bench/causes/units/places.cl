// What a compute unit's places, local memory and arithmetic are worth, for
// bench/causes/units.py. 1D.

// A group that keeps a unit busy by itself: no further group makes the unit faster.
kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void
busy(global uint* out, uint rounds, uint factor, uint summand)
{
    uint x = get_global_id(0);
    for (uint r = 0; r < rounds; ++r) x = x * factor + summand;
    out[get_global_id(0)] = x;
}

// Links lines of 128 bytes into one tour: the factor is 1 modulo 4 and the summand odd.
kernel void join(global uint* chain, uint lines)
{
    uint i = get_global_id(0);
    chain[32 * i] = 32 * ((i * 2654437u + 97) & (lines - 1));
}

// A group that only waits: each of its links is a read of the second level. ROOM words
// of local memory keep others out.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
waiting(global const uint* chain, global uint* out, uint lines, uint links)
{
    uint at = 32 * (get_group_id(0) * 977 & (lines - 1));
#if ROOM > 0
    local uint room[ROOM];
    room[get_local_id(0)] = at;
#endif
    for (uint i = 0; i < links; ++i)
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(at) : "l"(chain + at) : "memory");
#if ROOM > 0
    if (at == 1) at = room[31 - get_local_id(0)]; // never
#endif
    if (get_local_id(0) == 0) out[get_group_id(0)] = at;
}

// Each group goes again and again through words of its own; ROOM words of local memory
// are declared and not needed.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
again(global const uint* restrict in, global uint* out, uint words, uint rounds)
{
    uint item = get_local_id(0), sum = 0;
#if ROOM > 0
    local uint room[ROOM];
    room[item % ROOM] = item;
#endif
    in += get_group_id(0) * words;
    for (uint r = 0; r < rounds; ++r)
        for (uint at = item; at < words; at += 8 * 256) {
            uint x[8];
#pragma unroll
            for (uint k = 0; k < 8; ++k) x[k] = in[at + k * 256];
#pragma unroll
            for (uint k = 0; k < 8; ++k) sum += x[k] ^ r;
        }
#if ROOM > 0
    if (rounds == 0) sum = room[(255 - item) % ROOM]; // never
#endif
    out[get_global_id(0)] = sum;
}

kernel void count_up(global uint* out)
{
    out[get_global_id(0)] = get_global_id(0);
}
