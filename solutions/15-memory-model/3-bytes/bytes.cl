// Counts bytes in byte counters that stop at 255, four to a word: value v is counted in byte v % 4 of packed[v / 4],
// the lowest first. Work-item i counts byte i; the launch may be larger than n.
kernel void count_bytes(global const uchar* bytes, uint n, volatile global uint* packed)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const uint value = bytes[i], shift = 8 * (value % 4);
    volatile global uint* word = packed + value / 4;
    uint seen = atomic_or(word, 0);
    while ((seen >> shift & 255) < 255) {
        const uint found = atomic_cmpxchg(word, seen, seen + (1u << shift));
        if (found == seen) return;
        seen = found;
    }
}
