// rejected by: correct, a picture of one colour fills one bin of each channel
// Histograms of the red, green and blue of n pixels, bytes that follow each other: r g b r g b ... counts[256 * c + v]:
// how many pixels have value v in channel c; added to what is there. 1D, work-groups of 64, any number of them.
#define COUNTERS 768

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void colour_histogram(global const uchar* pixels,
                                                                             uint n, global uint* counts)
{
    local uint table[COUNTERS];
    for (uint i = get_local_id(0); i < COUNTERS; i += 64) table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Words of four bytes; byte 4 w + k is of channel (4 w + k) % 3, which is (w + k) % 3.
    global const uint* words = (global const uint*)pixels;
    const uint bytes = 3 * n;
    for (uint w = get_global_id(0); w < bytes / 4; w += bytes) {
        const uint word = words[w];
        for (uint k = 0; k < 4; ++k) atomic_inc(&table[(w + k) % 3 * 256 + (word >> 8 * k & 255)]);
    }
    const uint left = bytes / 4 * 4 + get_global_id(0);
    if (left < bytes) atomic_inc(&table[left % 3 * 256 + pixels[left]]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_local_id(0); i < COUNTERS; i += 64) atomic_add(&counts[i], table[i]);
}
