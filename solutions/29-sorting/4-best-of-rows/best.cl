// The k best scores of each row of n: best[r * k] to best[r * k + k - 1] become their places in row r, in any order. 1D,
// work-groups of 256: group r works on row r, scores[r * n] to scores[r * n + n - 1]. k is from 1 to n.
#define GROUP 256
#define DIGITS 256 // a work-item each

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void best_of_rows(global const uint* scores,
                                                                            global uint* best, uint n, uint k)
{
    local uint counts[DIGITS + 1], digit, with_larger_digits, larger, equal;
    const uint l = get_local_id(0);
    global const uint* row = scores + get_group_id(0) * (size_t)n;
    global uint* places = best + get_group_id(0) * (size_t)k;

    uint threshold = 0; // its digits so far
    uint left = k;      // to be found among the scores with these digits
    if (l == 0) counts[DIGITS] = larger = equal = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        counts[l] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = l; i < n; i += GROUP) {
            const uint score = row[i];
            if (shift == 24 || score >> (shift + 8) == threshold) atomic_inc(&counts[score >> shift & 255]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        // From the top down: counts[d] becomes the number of scores with digit d or a larger one.
        for (uint apart = 1; apart < DIGITS; apart *= 2) {
            const uint more = l + apart < DIGITS ? counts[l + apart] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            counts[l] += more;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (counts[l + 1] < left && counts[l] >= left) {
            digit = l;
            with_larger_digits = counts[l + 1];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        threshold = threshold << 8 | digit;
        left -= with_larger_digits;
    }

    // All that are larger from the front, and `left` of those that are equal from the back.
    for (uint i = l; i < n; i += GROUP) {
        const uint score = row[i];
        if (score > threshold) places[atomic_inc(&larger)] = i;
        if (score == threshold) {
            const uint number = atomic_inc(&equal);
            if (number < left) places[k - 1 - number] = i;
        }
    }
}
