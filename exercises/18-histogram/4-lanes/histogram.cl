// How often each of the 256 values occurs among n bytes, added to `counts`. 1D, work-groups of GROUP work-items (32 at
// least), any number of them. `bytes` begins at a multiple of 16; a word is 16 bytes.
#ifndef GROUP
#define GROUP 256
#endif

void count_part(local uint* table, uint part)
{
    atomic_inc(&table[part & 255]);
    atomic_inc(&table[part >> 8 & 255]);
    atomic_inc(&table[part >> 16 & 255]);
    atomic_inc(&table[part >> 24]);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void histogram_lanes(global const uchar* bytes,
                                                                               uint n, global uint* counts)
{
    local uint table[256];
    for (uint i = get_local_id(0); i < 256; i += GROUP) table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    global const uint4* words = (global const uint4*)bytes;
    for (uint i = get_global_id(0); i < n / 16; i += get_global_size(0)) {
        const uint4 word = words[i];
        count_part(table, word.x);
        count_part(table, word.y);
        count_part(table, word.z);
        count_part(table, word.w);
    }
    if (get_global_id(0) < n % 16) atomic_inc(&table[bytes[n / 16 * 16 + get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = get_local_id(0); bin < 256; bin += GROUP) atomic_add(&counts[bin], table[bin]);
}
