// rejected by: correct, a picture of one colour fills one bin of each channel
// Histograms of the red, green and blue of n pixels, bytes that follow each other: r g b r g b ... counts[256 * c + v]:
// how many pixels have value v in channel c; added to what is there. 1D, work-groups of 64, any number of them.
#define COUNTERS 768

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void colour_histogram(global const uchar* pixels,
                                                                             uint n, global uint* counts)
{
}
