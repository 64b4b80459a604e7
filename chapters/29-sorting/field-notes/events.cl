// Exercise 5 with one mistake: a pass that is stable only where work-items run one after another.
#define GROUP 256
#define TILE 1024

// Given: counts[d * tiles + t] = how often digit d occurs in tile t.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count_digits(global const ulong* times, global uint* counts, uint n, uint shift)
{
    local uint count[256];
    const uint l = get_local_id(0), first = get_group_id(0) * TILE;
    count[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < TILE && first + i < n; i += GROUP)
        atomic_inc(&count[times[first + i] >> shift & 255]);
    barrier(CLK_LOCAL_MEM_FENCE);
    counts[l * get_num_groups(0) + get_group_id(0)] = count[l];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
find_differing(global const ulong* times, volatile global uint* differing, uint n)
{
    ulong own = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        own |= times[i] ^ times[0];
    if ((uint)own != 0) atomic_or(differing, (uint)own);
    if (own >> 32 != 0) atomic_or(differing + 1, (uint)(own >> 32));
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
move_events(global const ulong* times, global const uint* numbers,
            global const uint* places, global ulong* times_out, global uint* numbers_out,
            uint n, uint shift)
{
    local uint next[256];
    const uint l = get_local_id(0), first = get_group_id(0) * TILE;
    next[l] = places[l * get_num_groups(0) + get_group_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint own = first + TILE / GROUP * l; // and those behind it: side by side
    for (uint i = own; i < min(n, own + TILE / GROUP); ++i) {
        //! [wrong]
        const uint place = atomic_inc(&next[times[i] >> shift & 255]);
        times_out[place] = times[i];
        numbers_out[place] = numbers[i];
        //! [wrong]
    }
}
