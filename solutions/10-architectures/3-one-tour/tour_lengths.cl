// How long the tour is that each element is a part of. 1D: work-item i starts at element i; the launch may be longer than n.

// next is a permutation of 0 to n - 1. length[i] = steps from i until the chase is back at i.
kernel void tour_lengths(global const uint* next, global uint* length, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint steps = 0, at = i;
    do {
        at = next[at];
        ++steps;
    } while (at != i);
    length[i] = steps;
}
