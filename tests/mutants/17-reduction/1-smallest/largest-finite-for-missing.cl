// rejected by: correct, elements may be infinite
kernel void smallest_of_group(global const float* in, uint count, global float* values, global uint* places,
                              local float* smallest, local uint* place)
{
    const uint i = get_global_id(0);
    const uint item = get_local_id(0);
    smallest[item] = i < count ? fmin(in[i], FLT_MAX) : FLT_MAX;
    place[item] = i;
    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const bool is_smaller = item < width && smallest[item + width] < smallest[item];
        const bool is_earlier =
            item < width && smallest[item + width] == smallest[item] && place[item + width] < place[item];
        if (is_smaller || is_earlier) {
            smallest[item] = smallest[item + width];
            place[item] = place[item + width];
        }
    }
    if (item == 0) {
        values[get_group_id(0)] = smallest[0];
        places[get_group_id(0)] = place[0];
    }
}
