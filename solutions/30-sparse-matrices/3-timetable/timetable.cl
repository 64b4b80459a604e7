// The earliest arrival at each stop, with one ride more: after[r] is the least of before[r] and before[columns[k]] + values[k],
// for k from row_begins[r] to row_begins[r + 1] - 1. 1D, work-groups of 128: a team of 8 neighbours shares a stop, team t has
// stop t. The launch may have more teams than there are stops.
#define GROUP 128
#define TEAM 8

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
ride(global const uint* row_begins, global const uint* columns, global const float* values,
     global const float* before, global float* after, uint stops)
{
    local float least[GROUP];
    const uint l = get_local_id(0), member = l % TEAM, r = get_global_id(0) / TEAM;
    float own = INFINITY;
    if (r < stops) {
        const uint end = row_begins[r + 1];
        for (uint k = row_begins[r] + member; k < end; k += TEAM)
            own = fmin(own, before[columns[k]] + values[k]);
    }
    least[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint apart = TEAM / 2; apart > 0; apart /= 2) {
        if (member < apart) least[l] = fmin(least[l], least[l + apart]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (member == 0 && r < stops) after[r] = fmin(before[r], least[l]);
}
