// From orders to lists by article: the transposed matrix. Order r wants values[k] of article columns[k], for k from row_begins[r]
// to row_begins[r + 1] - 1. Both kernels are 1D, and their launches may be larger than needed.

// counts[a] = how many orders want article a; all counts are 0 before. Work-item k looks at entry k.
kernel void count_entries(global const uint* columns, volatile global uint* counts, uint entries)
{
    const uint k = get_global_id(0);
    if (k >= entries) return;
    // Your code here.
}

// orders[i] = an order that wants article a, and amounts[i] = how much, for i from where a's list begins to where it ends, in
// any order. next[a] is where a's list begins, and may be changed. Work-item r puts order r into the lists.
kernel void fill_lists(global const uint* row_begins, global const uint* columns, global const float* values,
                       volatile global uint* next, global uint* orders, global float* amounts, uint rows)
{
    const uint r = get_global_id(0);
    if (r >= rows) return;
    // Your code here.
}
