// The pages that a crawler fetches next. 1D, work-groups of 256; work-item i has the page queue[i], and the launch may be larger
// than count. The links of page p lead to columns[row_begins[p]] to columns[row_begins[p + 1] - 1].
#define GROUP 256
#define PLACES 512 // of the queue in local memory

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
find_pages(global const uint* row_begins, global const uint* columns, global const uint* queue, uint count,
           volatile global uint* known, global uint* next_queue, volatile global uint* next_count)
{
    local uint found[PLACES], number, first;
    const uint l = get_local_id(0), i = get_global_id(0);
    if (l == 0) number = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < count) {
        const uint page = queue[i];
        for (uint e = row_begins[page]; e < row_begins[page + 1]; ++e) {
            const uint linked = columns[e];
            if (atomic_xchg(&known[linked], 1) != 0) continue;
            const uint place = atomic_inc(&number);
            if (place < PLACES)
                found[place] = linked;
            else
                next_queue[atomic_inc(next_count)] = linked;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint kept = min(number, (uint)PLACES);
    if (l == 0) first = atomic_add(next_count, kept);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = l; k < kept; k += GROUP) next_queue[first + k] = found[k];
}
