// rejected by: correct, a group of 32 counts random bytes
// How often each of the 256 values occurs among n bytes, added to `counts`. 1D, work-groups of GROUP work-items (32 at
// least), any number of them. `bytes` begins at a multiple of 16; a word is 16 bytes.
#ifndef GROUP
#define GROUP 256
#endif
#define TABLES 32

// Counter `bin` of table t is tables[bin * TABLES + t]: it lies in bank t. `own` is tables + t.
void count_part(local uint* own, uint part)
{
    atomic_inc(&own[(part & 255) * TABLES]);
    atomic_inc(&own[(part >> 8 & 255) * TABLES]);
    atomic_inc(&own[(part >> 16 & 255) * TABLES]);
    atomic_inc(&own[(part >> 24) * TABLES]);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void histogram_lanes(global const uchar* bytes,
                                                                               uint n, global uint* counts)
{
    local uint tables[256 * TABLES];
    for (uint i = get_local_id(0); i < 256 * TABLES; i += GROUP) tables[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    local uint* own = tables + get_local_id(0) % TABLES;
    global const uint4* words = (global const uint4*)bytes;
    for (uint i = get_global_id(0); i < n / 16 + 1; i += get_global_size(0)) {
        const uint4 word = words[i];
        count_part(own, word.x);
        count_part(own, word.y);
        count_part(own, word.z);
        count_part(own, word.w);
    }
    if (get_global_id(0) < n % 16) atomic_inc(&own[bytes[n / 16 * 16 + get_global_id(0)] * TABLES]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = get_local_id(0); bin < 256; bin += GROUP) {
        uint sum = 0;
        for (uint s = 0; s < TABLES; ++s) sum += tables[bin * TABLES + (bin + s) % TABLES];
        atomic_add(&counts[bin], sum);
    }
}
