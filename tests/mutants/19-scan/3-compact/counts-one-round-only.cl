// rejected by: correct, every second reading is kept, in order
// Keeps the readings of at least `least`, in order. 1D, work-groups of 256: group g has readings each * g to
// each * g + each - 1, as far as n reaches; `each` is a multiple of 256.
#define GROUP 256

// The sum of `mine` over the work-items up to this one, this one included.
uint scan_of(uint mine, local uint* sums)
{
    const uint l = get_local_id(0);
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        sums[l] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= distance) mine += sums[l - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return mine;
}

// counts[g] = how many readings of group g are kept.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count_kept(global const float* in, global uint* counts, uint n, uint each, float least)
{
    local uint sums[GROUP];
    const uint first = get_group_id(0) * each;
    uint count = 0;
    for (uint i = first + get_local_id(0); i < first + GROUP && i < n; i += GROUP)
        if (in[i] >= least) ++count;
    const uint sum = scan_of(count, sums);
    if (get_local_id(0) == GROUP - 1) counts[get_group_id(0)] = sum;
}

// Writes group g's kept readings to kept[places[g]], kept[places[g] + 1] …
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void write_kept(global const float* in,
                                                                          global const uint* places,
                                                                          global float* kept, uint n,
                                                                          uint each, float least)
{
    local uint sums[GROUP];
    local uint all;
    const uint l = get_local_id(0);
    const uint first = get_group_id(0) * each;
    uint begin = places[get_group_id(0)];
    for (uint round = 0; round < each; round += GROUP) {
        const uint i = first + round + l;
        const uint keep = i < n && in[i] >= least;
        const uint scan = scan_of(keep, sums);
        if (keep) kept[begin + scan - 1] = in[i];
        if (l == GROUP - 1) all = scan;
        barrier(CLK_LOCAL_MEM_FENCE);
        begin += all; // the next scan's barriers stand before `all` is written again
    }
}
