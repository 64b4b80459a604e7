// Sorts lists, each by itself, the smallest distance first: list g is distances[begins[g]] to distances[begins[g + 1] - 1], 0 to
// 256 of them. 1D, work-groups of 256: group g sorts list g to the same places of `sorted`.
#define GROUP 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sort_lists(global const uint* distances, global const uint* begins, global uint* sorted)
{
    local uint list[GROUP];
    const uint l = get_local_id(0), g = get_group_id(0);
    const uint first = begins[g], count = begins[g + 1] - first;
    if (l < count) list[l] = distances[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);

    // Your code here.

    if (l < count) sorted[first + l] = list[l];
}
