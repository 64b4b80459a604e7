// rejected by: correct, one tile is added up along its rows
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void
running_totals(global const float* values, global float* totals, uint rows, uint columns)
{
}
