// rejected by: lens, running_totals global_load.efficiency
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
running_totals(global const float* values, global float* totals, uint rows, uint columns)
{
    const uint row = get_global_id(0);
    if (row >= rows) return;
    float total = 0;
    for (uint column = 0; column < columns; ++column) {
        total += values[row * columns + column];
        totals[row * columns + column] = total;
    }
}
