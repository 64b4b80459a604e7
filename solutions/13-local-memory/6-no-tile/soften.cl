// Softens a line of n values: out[i] = in[i - 1] + 2 * in[i] + in[i + 1], modulo 2^32. Beyond the ends of the line, the value at the
// end counts. 1D, work-groups of GROUP; work-item w makes the four elements from 4 * w on, as far as there are so many.
#define GROUP 64

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void soften(global const uint* in, global uint* out,
                                                                      uint n)
{
    const uint first = 4 * get_global_id(0);
    if (first >= n) return;
    if (n - first < 4) { // the last work-item of a ragged line
        for (uint i = first; i < n; ++i) out[i] = in[i == 0 ? 0 : i - 1] + 2 * in[i] + in[min(i + 1, n - 1)];
        return;
    }
    const uint4 here = ((global const uint4*)in)[first / 4];
    const uint before = in[first == 0 ? 0 : first - 1];
    const uint behind = in[min(first + 4, n - 1)];
    const uint4 left = (uint4)(before, here.xyz);
    const uint4 right = (uint4)(here.yzw, behind);
    ((global uint4*)out)[first / 4] = left + 2 * here + right;
}
