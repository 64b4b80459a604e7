// Merges two logs, each of them sorted by time: order[k] is the entry that comes k-th, i for a[i] and a_count + j for b[j]. Of
// equal times those of a come first, and those of one log stay in their order. 1D; work-item w makes the entries EACH * w to
// EACH * w + EACH - 1, as far as there are so many. The launch may be larger.
#define EACH 8

// How many of the first `diagonal` entries of the merged log are from a.
uint cut(global const uint* a, uint a_count, global const uint* b, uint b_count, uint diagonal)
{
    return min(diagonal, a_count); // As if all of a came first. Your code here.
}

kernel void merge_logs(global const uint* a, uint a_count, global const uint* b, uint b_count,
                       global uint* order)
{
    const uint all = a_count + b_count, first = get_global_id(0) * EACH;
    if (first >= all) return;
    uint i = cut(a, a_count, b, b_count, first), j = first - i;
    for (uint k = first; k < all && k - first < EACH; ++k) {
        const bool from_a = a[i] <= b[j]; // Even where one of the logs is at its end. Your code here.
        order[k] = from_a ? i++ : a_count + j++;
    }
}
