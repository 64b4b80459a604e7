// The earliest arrival at each stop, with one ride more: after[r] is the least of before[r] and before[columns[k]] + values[k],
// for k from row_begins[r] to row_begins[r + 1] - 1. 1D, work-groups of 128: a team of 8 neighbours shares a stop, team t has
// stop t. The launch may have more teams than there are stops.
#define GROUP 128
#define TEAM 8

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
ride(global const uint* row_begins, global const uint* columns, global const float* values,
     global const float* before, global float* after, uint stops)
{
    // A work-item for each stop: right, if there are enough of them. Your code here.
    const uint r = get_global_id(0);
    if (r >= stops) return;
    float least = before[r];
    for (uint k = row_begins[r]; k < row_begins[r + 1]; ++k)
        least = fmin(least, before[columns[k]] + values[k]);
    after[r] = least;
}
