// The total of 64-bit numbers by 32-bit atomics. Work-item i adds values[i], if i < n. total[0] is the lower word, total[1] the upper one.

kernel void add_up(global const ulong* values, volatile global uint* total, uint n)
{
    // Your code here. So far the upper words and the carries are lost.
    size_t i = get_global_id(0);
    if (i < n) atomic_add(total, (uint)values[i]);
}
