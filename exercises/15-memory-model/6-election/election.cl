// counts[c]: the votes for candidate c, to which work-item i adds vote i; the launch may be larger than n. The work-group that draws the
// last ticket writes *winner, the first of the candidates with the most votes. counts and *tickets are 0 before the launch.

// The ticket of a work-group, drawn by one of its work-items.
uint draw_ticket(volatile global uint* tickets)
{
    return atomic_inc(tickets);
}

kernel void election(global const uchar* votes, uint n, uint candidates, volatile global uint* counts,
                     volatile global uint* tickets, global uint* winner)
{
    const uint i = get_global_id(0);
    if (i < n) atomic_inc(&counts[votes[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) != 0) return;
    if (draw_ticket(tickets) != get_num_groups(0) - 1) return;
    uint first = 0, most = 0;
    for (uint c = 0; c < candidates; ++c)
        if (counts[c] > most) {
            most = counts[c];
            first = c;
        }
    *winner = first;
}
