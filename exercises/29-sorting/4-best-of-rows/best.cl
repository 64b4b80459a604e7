// The k best scores of each row of n: best[r * k] to best[r * k + k - 1] become their places in row r, in any order. 1D,
// work-groups of 256: group r works on row r, scores[r * n] to scores[r * n + n - 1]. k is from 1 to n.
#define GROUP 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void best_of_rows(global const uint* scores,
                                                                            global uint* best, uint n, uint k)
{
    local uint count;
    const uint l = get_local_id(0);
    global const uint* row = scores + get_group_id(0) * (size_t)n;
    global uint* places = best + get_group_id(0) * (size_t)k;

    // The k-th largest score, bit by bit: right, and slow. Your code here.
    uint threshold = 0;
    for (int bit = 31; bit >= 0; --bit) {
        const uint with_one = threshold | 1u << bit;
        if (l == 0) count = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint own = 0;
        for (uint i = l; i < n; i += GROUP) own += row[i] >= with_one;
        atomic_add(&count, own);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (count >= k) threshold = with_one;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    // All that are larger, and then as many of those that are equal as there are places left.
    if (l == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < n; i += GROUP)
        if (row[i] > threshold) places[atomic_inc(&count)] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < n; i += GROUP)
        if (row[i] == threshold) {
            const uint place = atomic_inc(&count);
            if (place < k) places[place] = i;
        }
}
