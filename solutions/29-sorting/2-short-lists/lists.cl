// Sorts lists, each by itself, the smallest distance first: list g is distances[begins[g]] to distances[begins[g + 1] - 1], 0 to
// 256 of them. 1D, work-groups of 256: group g sorts list g to the same places of `sorted`.
#define GROUP 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sort_lists(global const uint* distances, global const uint* begins, global uint* sorted)
{
    local uint list[GROUP];
    const uint l = get_local_id(0), g = get_group_id(0);
    const uint first = begins[g], count = begins[g + 1] - first;
    list[l] = l < count ? distances[first + l] : 0xffffffff;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint size = 1; // places of the network
    while (size < count) size *= 2;
    for (uint run = 2; run <= size; run *= 2)
        for (uint apart = run / 2; apart > 0; apart /= 2) {
            if (l < size && (l & apart) == 0) {
                const uint near = list[l], far = list[l + apart];
                const bool ascending = (l & run) == 0;
                if (ascending ? near > far : near < far) {
                    list[l] = far;
                    list[l + apart] = near;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }

    if (l < count) sorted[first + l] = list[l];
}
