// Draws the next token. The k largest of n logits take part, of equal ones those with the lower numbers. Token i has a share in
// proportion to exp(logits[i] / temperature). In the order of their numbers, the first token up to which the shares add up to more
// than u is drawn; with a temperature of 0, the one with the largest logit. n is at most 65,536. 1D: one work-group of 256.
#define GROUP 256
#define DIGITS 256 // a work-item each

// Grows with the logit, and is different for every token: of equal logits, the lower number has the larger key.
ulong key_of(float logit, uint i)
{
    const uint bits = as_uint(logit);
    return (ulong)(bits >> 31 ? ~bits : bits | 0x80000000) << 16 | (65535 - i);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
draw(global const float* logits, global uint* token, uint n, uint k, float temperature, float u)
{
    local uint counts[DIGITS + 1], digit, with_larger_digits, strip;
    local float sums[GROUP], largest, before, target;
    const uint l = get_local_id(0);
    if (temperature == 0) { // the largest alone, at any temperature
        k = 1;
        temperature = 1;
    }

    // Radix select: the key of the last token that takes part.
    ulong threshold = 0; // its digits so far
    uint left = k;
    if (l == 0) counts[DIGITS] = 0;
    for (int shift = 40; shift >= 0; shift -= 8) {
        counts[l] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = l; i < n; i += GROUP) {
            const ulong key = key_of(logits[i], i);
            if (key >> (shift + 8) == threshold) atomic_inc(&counts[key >> shift & 255]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
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

    // The largest logit, over strips of neighbours.
    const uint each = (n + GROUP - 1) / GROUP, first = min(n, l * each), end = min(n, first + each);
    float most = -INFINITY;
    for (uint i = first; i < end; ++i) most = max(most, logits[i]);
    sums[l] = most;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        for (uint s = 1; s < GROUP; ++s) most = max(most, sums[s]);
        largest = most;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    most = largest;

    // The sum of each strip, and the first strip up to whose end they are more than the target.
    float sum = 0;
    for (uint i = first; i < end; ++i)
        if (key_of(logits[i], i) >= threshold) sum += exp((logits[i] - most) / temperature);
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        float total = 0, so_far = 0;
        for (uint s = 0; s < GROUP; ++s) total += sums[s];
        target = u * total; // less than the total, since u is less than 1 by at least 2^-24
        uint s = 0;
        while (s < GROUP - 1 && so_far + sums[s] <= target) so_far += sums[s++];
        strip = s;
        before = so_far;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The token is in this strip. If rounding leaves none up to which they are more, it is the last one.
    if (l != strip) return;
    float so_far = before;
    for (uint i = first; i < end && so_far <= target; ++i)
        if (key_of(logits[i], i) >= threshold) {
            const float weight = exp((logits[i] - most) / temperature);
            if (weight > 0) token[0] = i;
            so_far += weight;
        }
}
