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
}
