// Smooths a signal five times; each pass makes left + 2 * itself + right of every element, with zeros before and
// behind the signal. 1D, work-groups of 64; work-group g makes elements 256 * g to 256 * g + 255 of the result. The
// launch has as many groups as it takes.
#define PASSES 5
#define TILE 256

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void smooth(global const int* in, global int* out,
                                                                   uint n)
{
    // One row a pass. Place j of a row is element 256 * g + j - PASSES of the signal.
    local int row[PASSES + 1][1024];
    const int first = (int)(get_group_id(0) * TILE) - PASSES;
    for (int j = get_local_id(0); j < TILE + 2 * PASSES; j += 64) {
        const int i = first + j;
        row[0][j] = i >= 0 && i < (int)n ? in[i] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // A place at either end has no neighbour to read: each pass makes one place less on both sides.
    for (int p = 0; p < PASSES; ++p) {
        for (int j = p + 1 + get_local_id(0); j < TILE + 2 * PASSES - p - 1; j += 64)
            row[p + 1][j] = row[p][j - 1] + 2 * row[p][j] + row[p][j + 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int j = PASSES + get_local_id(0); j < TILE + PASSES; j += 64)
        if (first + j < (int)n) out[first + j] = row[PASSES][j];
}
