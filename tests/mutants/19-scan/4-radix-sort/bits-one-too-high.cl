// rejected by: correct, one group's keys are scattered by their digit
// One pass of a radix sort, by the digit key >> shift & 15. 1D, work-groups of 256: group g has keys 256 g to
// 256 g + 255, as far as n reaches; get_num_groups(0) groups.
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
    sums[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    return mine;
}

// places[d * groups + g] is where the keys with digit d of group g begin in `sorted`; they keep their order.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scatter_digits(global const uint* keys, global const uint* places, global uint* sorted, uint n, uint shift)
{
    local uint sums[GROUP], block[GROUP], begin[DIGITS];
    const uint l = get_local_id(0), i = get_global_id(0);
    uint key = i < n ? keys[i] : 0xffffffff; // beyond n: last, and so they stay
    for (uint bit = shift + 1; bit < shift + 5; ++bit) {
        const uint one = key >> bit & 1;
        const uint zeros = scan_of(1 - one, sums);
        const uint all_zeros = sums[GROUP - 1];
        block[one ? all_zeros + l - zeros : zeros - 1] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
        key = block[l];
    }
    const uint digit = key >> shift & 15;
    if (l == 0 || (block[l - 1] >> shift & 15) != digit) begin[digit] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) sorted[places[digit * get_num_groups(0) + get_group_id(0)] + l - begin[digit]] = key;
}
