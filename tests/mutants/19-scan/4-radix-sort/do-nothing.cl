// rejected by: correct, digits of one group are counted
// One pass of a radix sort, by the digit key >> shift & 15. 1D, work-groups of 256: group g has keys 256 g to
// 256 g + 255, as far as n reaches; get_num_groups(0) groups.
#define GROUP 256
#define DIGITS 16

// counts[d * groups + g] = how often digit d occurs in group g.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count_digits(global const uint* keys, global uint* counts, uint n, uint shift)
{
    // Your code here.
}

// places[d * groups + g] is where the keys with digit d of group g begin in `sorted`; they keep their order.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scatter_digits(global const uint* keys, global const uint* places, global uint* sorted, uint n, uint shift)
{
    // Your code here.
}
