// A step of a search through a maze, from the cells of `queue` to their neighbours. 1D; work-item i has the cell queue[i], and the
// launch may be larger than count. The neighbours of cell c are columns[row_begins[c]] to columns[row_begins[c + 1] - 1].
#define NONE 0xffffffff

kernel void step_on(global const uint* row_begins, global const uint* columns, global const uint* queue,
                    uint count, volatile global uint* parents, global uint* next_queue,
                    volatile global uint* next_count)
{
    const uint i = get_global_id(0);
    if (i >= count) return;
    const uint cell = queue[i];
    for (uint e = row_begins[cell]; e < row_begins[cell + 1]; ++e) {
        const uint next = columns[e];
        // Right as long as no two cells look at the same neighbour. Your code here.
        if (parents[next] == NONE) {
            parents[next] = cell;
            next_queue[atomic_inc(next_count)] = next;
        }
    }
}
