// Running totals along every row: totals[y][x] = values[y][0] + … + values[y][x]. Work-group g makes rows
// 32 g to 32 g + 31; its 32 work-items each add up one row.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
running_totals(global const float* values, global float* totals, uint rows, uint columns)
{
    // Right, but each step of this loop reads from 32 rows at once. Bring tiles of 32 x 32 to local memory.
    const uint row = get_global_id(0);
    if (row >= rows) return;
    float total = 0;
    for (uint column = 0; column < columns; ++column) {
        total += values[row * columns + column];
        totals[row * columns + column] = total;
    }
}
