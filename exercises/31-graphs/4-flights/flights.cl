// One step of a search, from the airports that are not reached yet. 1D; work-item v has airport v, and the launch may be larger
// than `airports`. Flights go from v to columns[row_begins[v]] to columns[row_begins[v + 1] - 1], and back. In `frontier` and
// `next`, airport v has bit v & 31 of word v >> 5.
#define NOT_REACHED 0xffffffff

kernel void look_back(global const uint* row_begins, global const uint* columns, global const uint* frontier,
                      global uint* flights, volatile global uint* next, volatile global uint* count,
                      uint airports, uint flight)
{
    const uint v = get_global_id(0);
    if (v >= airports || flights[v] != NOT_REACHED) return;
    // Your code here.
}
