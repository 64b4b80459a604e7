// rejected by: lens, scatter_digits global_store.efficiency
#define GROUP 256
#define DIGITS 16

// counts[d * groups + g] = how often digit d occurs in group g.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count_digits(global const uint* keys, global uint* counts, uint n, uint shift)
{
    local uint count[DIGITS];
    const uint l = get_local_id(0), i = get_global_id(0);
    if (l < DIGITS) count[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) atomic_inc(&count[keys[i] >> shift & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < DIGITS) counts[l * get_num_groups(0) + get_group_id(0)] = count[l];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scatter_digits(global const uint* keys, global const uint* places, global uint* sorted, uint n, uint shift)
{
    local uint digits[GROUP];
    const uint l = get_local_id(0), i = get_global_id(0);
    const uint key = i < n ? keys[i] : 0;
    const uint digit = key >> shift & 15;
    digits[l] = digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = 0;
    for (uint j = 0; j < l; ++j) before += digits[j] == digit;
    if (i < n) sorted[places[digit * get_num_groups(0) + get_group_id(0)] + before] = key;
}
