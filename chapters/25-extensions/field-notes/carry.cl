// A 64-bit total by 32-bit atomics, as a first attempt. Work-item i adds values[i], if i < n.

//! [again]
kernel void add_up(global const ulong* values, volatile global uint* total, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint low = (uint)values[i], high = (uint)(values[i] >> 32);
    atomic_add(total, low);
    if (*total < low) ++high; // is it smaller now? Then it has wrapped around
    if (high != 0) atomic_add(total + 1, high);
}
//! [again]
