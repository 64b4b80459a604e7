// Softens a line of n values: out[i] = in[i - 1] + 2 * in[i] + in[i + 1], modulo 2^32. Beyond the ends of the line, the value at the
// end counts. 1D, work-groups of GROUP; work-item w makes the four elements from 4 * w on, as far as there are so many.
#define GROUP 64

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void soften(global const uint* in, global uint* out,
                                                                      uint n)
{
    // Right, and made for a GPU with fast local memory. Take it out.
    local uint tile[4 * GROUP + 2]; // the group's elements, with a neighbour on each side
    const long begin = 4 * (long)(get_global_id(0) - get_local_id(0)) - 1; // of the tile, on the line
    for (uint t = get_local_id(0); t < 4 * GROUP + 2; t += GROUP)
        tile[t] = n == 0 ? 0 : in[clamp(begin + t, 0L, (long)n - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint first = 4 * get_global_id(0);
    for (uint i = first; i < min(n, first + 4); ++i) {
        const uint t = i - begin;
        out[i] = tile[t - 1] + 2 * tile[t] + tile[t + 1];
    }
}
