// The islands of a power grid. 1D, any work-group size; work-item v has station v, and the launch may be larger than `stations`.
// Lines go from station v to columns[row_begins[v]] to columns[row_begins[v + 1] - 1], and back.

// Gives stations whose number is a name the smallest name that a line of any station with this name leads to, if that is smaller.
// Before the launch, next_names is as names.
kernel void hook(global const uint* row_begins, global const uint* columns, global const uint* names,
                 volatile global uint* next_names, volatile global uint* changed, uint stations)
{
    // Your code here.
}

// Gives each station the name that the station has whose number is its name.
kernel void jump(global const uint* names, global uint* next_names, volatile global uint* changed,
                 uint stations)
{
    // Your code here.
}
