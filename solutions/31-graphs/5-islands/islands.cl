// The islands of a power grid. 1D, any work-group size; work-item v has station v, and the launch may be larger than `stations`.
// Lines go from station v to columns[row_begins[v]] to columns[row_begins[v + 1] - 1], and back.

// Tells *changed if any work-item of the group has changed something. All of them call it.
void tell(bool changes, local uint* any, volatile global uint* changed)
{
    if (get_local_id(0) == 0) *any = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (changes) atomic_xchg(any, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && *any != 0) atomic_xchg(changed, 1);
}

// Gives stations whose number is a name the smallest name that a line of any station with this name leads to, if that is smaller.
// Before the launch, next_names is as names.
kernel void hook(global const uint* row_begins, global const uint* columns, global const uint* names,
                 volatile global uint* next_names, volatile global uint* changed, uint stations)
{
    local uint any;
    const uint v = get_global_id(0);
    bool changes = false;
    if (v < stations) {
        const uint own = names[v], end = row_begins[v + 1];
        uint smallest = own;
        for (uint i = row_begins[v]; i < end; ++i) smallest = min(smallest, names[columns[i]]);
        changes = smallest < own;
        if (changes) atomic_min(&next_names[own], smallest);
    }
    tell(changes, &any, changed);
}

// Gives each station the name that the station has whose number is its name.
kernel void jump(global const uint* names, global uint* next_names, volatile global uint* changed,
                 uint stations)
{
    local uint any;
    const uint v = get_global_id(0);
    bool changes = false;
    if (v < stations) {
        const uint own = names[v], further = names[own];
        next_names[v] = further;
        changes = further != own;
    }
    tell(changes, &any, changed);
}
