// One day of a rumour. days[v] is the day on which person v hears of it. 1D; work-item v tells the acquaintances of person v,
// columns[row_begins[v]] to columns[row_begins[v + 1] - 1]. The launch may be larger than `persons`.
#define NOT_YET 0xffffffff

kernel void tell(global const uint* row_begins, global const uint* columns, volatile global uint* days,
                 volatile global uint* changed, uint persons, uint day)
{
    const uint v = get_global_id(0);
    if (v >= persons || atomic_or(&days[v], 0) != day) return;
    for (uint i = row_begins[v]; i < row_begins[v + 1]; ++i) {
        const uint acquaintance = columns[i];
        // Your code here.
    }
}
