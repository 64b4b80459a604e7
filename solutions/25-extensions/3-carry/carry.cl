// The total of 64-bit numbers by 32-bit atomics. Work-item i adds values[i], if i < n. total[0] is the lower word, total[1] the upper one.

kernel void add_up(global const ulong* values, volatile global uint* total, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint low = (uint)values[i], high = (uint)(values[i] >> 32);
    uint before = atomic_add(total, low);
    if (before + low < before) ++high; // the lower word has wrapped around
    if (high != 0) atomic_add(total + 1, high);
}
