// counts[c]: the votes for candidate c, to which work-item i adds vote i; the launch may be larger than n. The work-group that draws the
// last ticket writes *winner, the first of the candidates with the most votes. counts and *tickets are 0 before the launch.

// The ticket of a work-group, drawn by one of its work-items after a barrier for global memory.
// impossible: 0, computed from what the group's additions returned.
uint draw_ticket(volatile global uint* tickets, uint impossible)
{
#if defined(__opencl_c_atomic_order_acq_rel) && defined(__opencl_c_atomic_scope_device)
    return atomic_fetch_add_explicit((volatile global atomic_uint*)tickets, 1, memory_order_acq_rel,
                                     memory_scope_device);
#else
    return atomic_add(tickets, 1 + impossible);
#endif
}

kernel void election(global const uchar* votes, uint n, uint candidates, volatile global uint* counts,
                     volatile global uint* tickets, global uint* winner)
{
    local uint impossible;
    const uint i = get_global_id(0);
    if (get_local_id(0) == 0) impossible = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    // No count can be UINT_MAX, but the compiler cannot know.
    if (i < n && atomic_inc(&counts[votes[i]]) == UINT_MAX) impossible = 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) != 0) return;
    if (draw_ticket(tickets, impossible) != get_num_groups(0) - 1) return;
    uint first = 0, most = 0;
    for (uint c = 0; c < candidates; ++c) {
        const uint count = atomic_or(&counts[c], 0);
        if (count > most) {
            most = count;
            first = c;
        }
    }
    *winner = first;
}
