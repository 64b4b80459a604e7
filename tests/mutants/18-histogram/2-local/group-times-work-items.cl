// rejected by: correct, more bins than work-items
// How often each of the values 0 to bins - 1 occurs among the values of each work-group. 1D, any launch: work-item i
// has values i, i + items of the launch, and so on. table: `bins` counters for the group. histograms[g * bins + b]: how
// many of group g's values are b.
kernel void histogram(global const uint* values, uint n, global uint* histograms, uint bins,
                      local uint* table)
{
    for (uint b = get_local_id(0); b < bins; b += get_local_size(0)) table[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        const uint value = values[i];
        if (value < bins) atomic_inc(&table[value]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    global uint* own = histograms + get_group_id(0) * get_local_size(0);
    for (uint b = get_local_id(0); b < bins; b += get_local_size(0)) own[b] = table[b];
}
