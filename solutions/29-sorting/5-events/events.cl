// Sorts events by their times, and leaves those of equal times in the order they have. All kernels are 1D with work-groups of 256.
//
// A pass is by the digit time >> shift & 255. Tile t, of 1,024 events, is group t's; `tiles` is the number of groups.
#define GROUP 256
#define ROWS 4 // events of a work-item
#define TILE (ROWS * GROUP)
#define DIGITS 256
#define LANES 32 // of a set
#define SETS (GROUP / LANES)

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
    local ulong bits[GROUP];
    const uint l = get_local_id(0);
    ulong own = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) own |= times[i] ^ times[0];
    bits[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_of_them = GROUP / 2; half_of_them > 0; half_of_them /= 2) {
        if (l < half_of_them) bits[l] |= bits[l + half_of_them];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) {
        atomic_or(differing, (uint)bits[0]);
        atomic_or(differing + 1, (uint)(bits[0] >> 32));
    }
}

uint digit_of(ulong time, uint shift)
{
    return time >> shift & (DIGITS - 1);
}

// The sum of `own` over the work-items before this one.
uint sum_before(uint own, local uint* sums)
{
    const uint l = get_local_id(0);
    uint sum = own;
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        sums[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= distance) sum += sums[l - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sum - own;
}

// Moves the events of each tile to their places: those with digit d of tile t begin at places[d * tiles + t], in their order.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
move_events(global const ulong* times, global const uint* numbers, global const uint* places,
            global ulong* times_out, global uint* numbers_out, uint n, uint shift)
{
    local ulong staged[TILE]; // the tile's times in order, and later its numbers
    local uint counters[SETS][DIGITS], masks[SETS][DIGITS], begin[DIGITS];
    const uint l = get_local_id(0), set = l / LANES, lane = l % LANES, first = get_group_id(0) * TILE;
    const uint own_first = first + set * LANES * ROWS + lane, count = min(n - first, (uint)TILE);
    for (uint s = 0; s < SETS; ++s) counters[s][l] = masks[s][l] = 0;

    ulong time[ROWS];
    uint rank[ROWS];
    for (uint row = 0; row < ROWS; ++row) {
        const uint i = own_first + row * LANES;
        time[row] = i < n ? times[i] : ULONG_MAX; // last in the tile, and so they stay
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Among the events of the set: those with the same digit in earlier rows, and below this one in its row.
    for (uint row = 0; row < ROWS; ++row) {
        const uint digit = digit_of(time[row], shift);
        atomic_or(&masks[set][digit], 1u << lane);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint same = masks[set][digit], lower = same & ((1u << lane) - 1);
        rank[row] = counters[set][digit] + popcount(lower);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lower == 0) {
            counters[set][digit] += popcount(same);
            masks[set][digit] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    // Work-item d: its digit in the sets before each set, and in the whole tile.
    uint sum = 0;
    for (uint s = 0; s < SETS; ++s) {
        const uint here = counters[s][l];
        counters[s][l] = sum;
        sum += here;
    }
    const uint before = sum_before(sum, begin);
    begin[l] = before;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint row = 0; row < ROWS; ++row) {
        const uint digit = digit_of(time[row], shift);
        rank[row] += begin[digit] + counters[set][digit];
        staged[rank[row]] = time[row];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint to[ROWS];
    for (uint row = 0; row < ROWS; ++row) {
        const uint i = row * GROUP + l, digit = digit_of(staged[i], shift);
        to[row] = places[digit * get_num_groups(0) + get_group_id(0)] + i - begin[digit];
        if (i < count) times_out[to[row]] = staged[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    local uint* staged_numbers = (local uint*)staged;
    for (uint row = 0; row < ROWS; ++row) {
        const uint i = own_first + row * LANES;
        if (i < n) staged_numbers[rank[row]] = numbers[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint row = 0; row < ROWS; ++row)
        if (row * GROUP + l < count) numbers_out[to[row]] = staged_numbers[row * GROUP + l];
}
