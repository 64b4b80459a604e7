// The smallest element and its place. Work-item i looks at element i. Work-group g leaves its smallest
// element in values[g], and where in `in` it stands in places[g]; of several equal ones, the first. The
// launch may be larger than count: a group without elements leaves INFINITY and the place of its first
// work-item. A group has a power of two of work-items, and `smallest` and `place` have room for one of each.
kernel void smallest_of_group(global const float* in, uint count, global float* values, global uint* places,
                              local float* smallest, local uint* place)
{
    const uint i = get_global_id(0);
    const uint item = get_local_id(0);
    smallest[item] = i < count ? in[i] : INFINITY;
    place[item] = i;
    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        mem_fence(CLK_LOCAL_MEM_FENCE);
        if (item < width && smallest[item + width] < smallest[item]) {
            smallest[item] = smallest[item + width];
            place[item] = place[item + width];
        }
    }
    if (get_group_id(0) == 0) {
        values[get_group_id(0)] = smallest[0];
        places[get_group_id(0)] = place[0];
    }
}
