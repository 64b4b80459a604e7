// How often each of the values 0 to bins - 1 occurs among the values of each work-group. 1D, any launch: work-item i
// has values i, i + items of the launch, and so on. table: `bins` counters for the group. histograms[g * bins + b]: how
// many of group g's values are b.
kernel void histogram(global const uint* values, uint n, global uint* histograms, uint bins,
                      local uint* table)
{
    table[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&table[values[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);

    histograms[get_group_id(0) * bins + get_local_id(0)] = table[get_local_id(0)];
}
