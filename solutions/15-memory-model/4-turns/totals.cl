// totals[r]: how many pixels of the rows 0 to r are above the limit. One work-group a row, of any size. `state` has
// rows + 1 words, 0 before the launch: state[r] is the total of row r plus 1 once it is known, state[rows] counts the
// groups that have begun.
kernel void running_totals(global const float* picture, uint columns, uint rows, float limit,
                           global uint* totals, volatile global uint* state)
{
    local uint ticket, count;
    if (get_local_id(0) == 0) {
        ticket = atomic_inc(&state[rows]);
        count = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint row = ticket;
    for (uint c = get_local_id(0); c < columns; c += get_local_size(0))
        if (picture[row * columns + c] > limit) atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        uint total = count;
        if (row > 0) {
            uint told = 0; // the group of that row has begun, so it will tell
            while (told == 0) told = atomic_or(&state[row - 1], 0);
            total += told - 1;
        }
        atomic_xchg(&state[row], total + 1);
        totals[row] = total;
    }
}
