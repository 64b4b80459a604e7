// rejected by: correct, one group keeps the second half of its readings
// Keeps the readings of at least `least`, in order. 1D, work-groups of 256: group g has readings each * g to
// each * g + each - 1, as far as n reaches; `each` is a multiple of 256.
#define GROUP 256

// counts[g] = how many readings of group g are kept.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count_kept(global const float* in, global uint* counts, uint n, uint each, float least)
{
    // Your code here.
}

// Writes group g's kept readings to kept[places[g]], kept[places[g] + 1] …
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void write_kept(global const float* in,
                                                                          global const uint* places,
                                                                          global float* kept, uint n,
                                                                          uint each, float least)
{
    // Your code here.
}
