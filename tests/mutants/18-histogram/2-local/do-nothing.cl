// rejected by: correct, as many work-items as bins
// How often each of the values 0 to bins - 1 occurs among the values of each work-group. 1D, any launch: work-item i
// has values i, i + items of the launch, and so on. table: `bins` counters for the group. histograms[g * bins + b]: how
// many of group g's values are b.
kernel void histogram(global const uint* values, uint n, global uint* histograms, uint bins,
                      local uint* table)
{
}
