// Smooths a signal five times; each pass makes left + 2 * itself + right of every element, with zeros before and
// behind the signal. 1D, work-groups of 64; work-group g makes elements 256 * g to 256 * g + 255 of the result. The
// launch has as many groups as it takes.
#define PASSES 5
#define EACH 4 // elements of a work-item

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void smooth(global const int* in, global int* out,
                                                                   uint n)
{
    // v[j] is element first - PASSES + j of the signal, as far as a pass still needs it.
    const int first = EACH * (int)get_global_id(0);
    int v[EACH + 2 * PASSES];
    for (int j = 0; j < EACH + 2 * PASSES; ++j) {
        const int i = first - PASSES + j;
        v[j] = i >= 0 && i < (int)n ? in[i] : 0;
    }

    // Each pass needs one element less on either side, and moves what it makes one place to the left.
    for (int p = 1; p <= PASSES; ++p)
        for (int j = 0; j < EACH + 2 * (PASSES - p); ++j) v[j] = v[j] + 2 * v[j + 1] + v[j + 2];

    for (int j = 0; j < EACH; ++j)
        if (first + j < (int)n) out[first + j] = v[j];
}
