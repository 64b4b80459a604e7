// Sorts events by their times, and leaves those of equal times in the order they have. All kernels are 1D with work-groups of 256.
//
// A pass is by the digit time >> shift & 255. Tile t, of 1,024 events, is group t's; `tiles` is the number of groups.
#define GROUP 256
#define ROWS 4 // events of a work-item
#define TILE (ROWS * GROUP)
#define DIGITS 256

// Given: counts[d * tiles + t] = how often digit d occurs in tile t.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count_digits(global const ulong* times, global uint* counts, uint n, uint shift)
{
    local uint count[DIGITS];
    const uint l = get_local_id(0), first = get_group_id(0) * TILE;
    count[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < TILE && first + i < n; i += GROUP)
        atomic_inc(&count[times[first + i] >> shift & 255]);
    barrier(CLK_LOCAL_MEM_FENCE);
    counts[l * get_num_groups(0) + get_group_id(0)] = count[l];
}

// Sets the bits of differing[0], the lower 32, and differing[1] in which a time differs from times[0]. The groups share the events.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
find_differing(global const ulong* times, volatile global uint* differing, uint n)
{
    // Your code here.
}

// Moves the events of each tile to their places: those with digit d of tile t begin at places[d * tiles + t], in their order.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
move_events(global const ulong* times, global const uint* numbers, global const uint* places,
            global ulong* times_out, global uint* numbers_out, uint n, uint shift)
{
    // Your code here.
}
