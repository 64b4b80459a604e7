// The pages that a crawler fetches next. 1D, work-groups of 256; work-item i has the page queue[i], and the launch may be larger
// than count. The links of page p lead to columns[row_begins[p]] to columns[row_begins[p + 1] - 1].
#define GROUP 256
#define PLACES 512 // of the queue in local memory

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
find_pages(global const uint* row_begins, global const uint* columns, global const uint* queue, uint count,
           volatile global uint* known, global uint* next_queue, volatile global uint* next_count)
{
    // Right, with an operation on *next_count for each page. Your code here.
    const uint i = get_global_id(0);
    if (i >= count) return;
    const uint page = queue[i];
    for (uint e = row_begins[page]; e < row_begins[page + 1]; ++e) {
        const uint linked = columns[e];
        if (atomic_xchg(&known[linked], 1) == 0) next_queue[atomic_inc(next_count)] = linked;
    }
}
