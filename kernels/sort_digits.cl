// The sort by digits in three launches a pass. Options are in sort.clh and sort_digits.clh.
#include "sort_digits.clh"

//! [three_launches]
// A group has a strip of the keys: `strip` of them, whole tiles. How often does each digit
// occur in it? (Chapter 18's histogram.) The counts of a digit are side by side.
kernel GROUPED void count_digits(global const uint* keys, global uint* counts, uint n,
                                 uint strip, uint shift)
{
    local uint counters[DIGITS];
    const uint d = get_local_id(0), first = strip * get_group_id(0);
    const uint end = first + min(strip, n - first);
    clear_local(counters, DIGITS);
    for (uint i = first + d; i < end; i += GROUP)
        atomic_inc(counters + digit_of(keys[i], shift));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (d < DIGITS) counts[d * get_num_groups(0) + get_group_id(0)] = counters[d];
}

// Where do they begin? Behind all smaller digits, and the same digit of the strips before.
// (Chapter 19's scan, of few numbers.) One group; work-item d walks through the strips of
// digit d. On an H100 with 2^28 keys that takes as long as counting, which reads all keys.
kernel GROUPED void place_digits(global uint* counts, uint strips)
{
    local uint numbers[DIGITS], blocks[DIGITS / 16];
    global uint* own = counts + get_local_id(0) * strips;
    const bool has_digit = get_local_id(0) < DIGITS;
    uint sum = 0;
    for (uint s = 0; has_digit && s < strips; ++s) sum += own[s];
    uint begin = sum_below(sum, numbers, blocks);
    for (uint s = 0; has_digit && s < strips; ++s) {
        const uint count = own[s];
        own[s] = begin;
        begin += count;
    }
}

//! [move_strip]
// Then every key goes to its place, tile by tile.
kernel GROUPED void scatter_strips(global const uint* keys, global const uint* values,
                                   global uint* keys_out, global uint* values_out,
                                   global const uint* begins, uint n, uint strip,
                                   uint shift)
{
    local uint counters[SETS * DIGITS], marks[2 * SETS * DIGITS];
    const uint d = get_local_id(0), begin = strip * get_group_id(0);
    const uint end = begin + min(strip, n - begin);
    uint next = d < DIGITS ? begins[d * get_num_groups(0) + get_group_id(0)] : 0;
    clear_local(marks, 2 * SETS * DIGITS);
    for (uint first = begin; first < end; first += TILE) {
        uint key[ROWS], place[ROWS];
        clear_local(counters, SETS * DIGITS);
        load_tile(key, keys, first, n);
        rank_by_marks(key, shift, place, counters, marks);
        if (d < DIGITS) {
            const uint all = sum_of_sets(counters, d);
            place_sets(counters, d, next);
            next += all;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        scatter_tile(key, place, counters, shift, values, keys_out, values_out, first, n);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
//! [move_strip]
//! [three_launches]
