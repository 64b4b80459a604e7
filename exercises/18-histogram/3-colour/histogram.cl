// Histograms of the red, green and blue of n pixels, bytes that follow each other: r g b r g b ... counts[256 * c + v]:
// how many pixels have value v in channel c; added to what is there. 1D, work-groups of 64, any number of them.
#define COUNTERS 768

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void colour_histogram(global const uchar* pixels,
                                                                             uint n, global uint* counts)
{
    local uint table[COUNTERS];
    for (uint i = get_local_id(0); i < COUNTERS; i += 64) table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        atomic_inc(&table[pixels[3 * i]]);
        atomic_inc(&table[256 + pixels[3 * i + 1]]);
        atomic_inc(&table[512 + pixels[3 * i + 2]]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_local_id(0); i < COUNTERS; i += 64) atomic_add(&counts[i], table[i]);
}
