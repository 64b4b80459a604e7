// rejected by: lens, colour_histogram global_load.requests
// Histograms of the red, green and blue of n pixels, bytes that follow each other: r g b r g b ... counts[256 * c + v]:
// how many pixels have value v in channel c; added to what is there. 1D, work-groups of 64, any number of them.
#define COUNTERS 768

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void colour_histogram(global const uchar* pixels,
                                                                             uint n, global uint* counts)
{
    local uint table[COUNTERS];
    for (uint i = get_local_id(0); i < COUNTERS; i += 64) table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint j = get_global_id(0); j < 3 * n; j += get_global_size(0))
        atomic_inc(&table[j % 3 * 256 + pixels[j]]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_local_id(0); i < COUNTERS; i += 64) atomic_add(&counts[i], table[i]);
}
