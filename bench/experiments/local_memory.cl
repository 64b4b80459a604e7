// Reads of local memory in a chosen stride. 1D, 256 work-items a group. TYPE holds WORDS words of four bytes; the array
// has 4,096 words and a tail of 512, and every read of a work-item is a multiple of 32 words after its first, so that the
// banks that a sub-group meets are the same all the way.

#if WORDS == 1
#define TYPE uint
#define FOLD(v) (v)
#elif WORDS == 2
#define TYPE uint2
#define FOLD(v) ((v).x ^ (v).y)
#else
#define TYPE uint4
#define FOLD(v) ((v).x ^ (v).y ^ (v).z ^ (v).w)
#endif

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void reads(global uint* out, uint stride, uint rounds)
{
    local TYPE data[(4096 + 512) / WORDS];
    local uint* words = (local uint*)data;
    uint item = get_local_id(0);
    for (uint at = item; at < 4096 + 512; at += 256) words[at] = at * 2654435761u;
    barrier(CLK_LOCAL_MEM_FENCE);

    TYPE sum = 0;
    uint at = item * stride;
#pragma unroll 1
    for (uint r = 0; r < rounds; ++r) {
        at &= 4096 / WORDS - 1;
#pragma unroll
        for (uint k = 0; k < 16; ++k) sum += data[at + k * (32 / WORDS)];
        at += 512 / WORDS;
    }
    out[get_global_id(0)] = FOLD(sum);
}
