// Counts how often each key occurs, in a table that all work-items fill. keys[s] is 0 while place s is free, and counts[s] is how often the
// key at place s has occurred. A key is not 0. Work-item i counts in[i]; if there is no place for it, it adds 1 to *lost.

// Where the search for a key begins.
uint first_place(uint key, uint places)
{
    return (key * 2654435761u >> 16) % places;
}

kernel void tally(global const uint* in, uint n, volatile global uint* keys, volatile global uint* counts,
                  uint places, volatile global uint* lost)
{
    // Right for one work-item at a time.
    const uint i = get_global_id(0);
    if (i >= n) return;
    const uint key = in[i];
    uint s = first_place(key, places);
    for (uint tries = 0; tries < places; ++tries) {
        if (keys[s] == 0) keys[s] = key;
        if (keys[s] == key) {
            ++counts[s];
            return;
        }
        s = (s + 1) % places;
    }
    ++*lost;
}
