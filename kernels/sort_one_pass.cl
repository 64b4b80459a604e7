// The sort by digits in one pass over memory for each digit. Options are in sort.clh and
// sort_digits.clh, and
//
// -D TABLES   tables of counters that a group counts all digits in, 32 at most
// -D VOTES    1: neighbours find each other by votes, where the device has them;
//             0 (default): by marks in local memory
#include "sort_states.clh"
#ifndef TABLES
#define TABLES 4
#endif
#ifndef VOTES
#define VOTES 0
#endif
#define PASSES 4

//! [all_digits]
// How often a digit occurs does not depend on the order of the keys. So the digits of all
// passes are counted in one reading before the first pass, into row 0 of each pass's
// states. Neighbours count in different tables, whose counters are dealt out like cards.
kernel void clear_states(global uint* states)
{
    states[get_global_id(0)] = 0;
}

void count_key(local uint* table, uint key)
{
    for (uint pass = 0; pass < PASSES; ++pass)
        atomic_inc(table + TABLES * (DIGITS * pass + digit_of(key, 8 * pass)));
}

kernel GROUPED void count_all_digits(global const uint* keys, global uint* states, uint n,
                                     uint tiles)
{
    local uint tables[TABLES * PASSES * DIGITS];
    local uint* own = tables + get_local_id(0) % TABLES;
    global const uint4* fours = (global const uint4*)keys;
    clear_local(tables, TABLES * PASSES * DIGITS);
    for (uint i = get_global_id(0); i < n / 4; i += get_global_size(0)) {
        const uint4 four = fours[i];
        count_key(own, four.x);
        count_key(own, four.y);
        count_key(own, four.z);
        count_key(own, four.w);
    }
    if (get_global_id(0) < n % 4) count_key(own, keys[n / 4 * 4 + get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < PASSES * DIGITS; i += GROUP) {
        uint sum = 0;
        for (uint t = 0; t < TABLES; ++t) sum += tables[TABLES * i + (i + t) % TABLES];
        atomic_add(states + i / DIGITS * words_of_states(tiles) + i % DIGITS, sum);
    }
}

// Where each digit begins is what looking back ends at. One group a pass.
kernel GROUPED void begin_digits(global uint* states, uint tiles)
{
    local uint numbers[DIGITS], blocks[DIGITS / 16];
    const uint d = get_local_id(0);
    global uint* own = states + get_group_id(0) * words_of_states(tiles) + d;
    const uint begin = sum_below(d < DIGITS ? *own : 0, numbers, blocks);
    if (d < DIGITS) *own = keys_so_far | begin;
}
//! [all_digits]

//! [look_back]
// A pass: histogram, scan and scatter of a tile in one kernel, which reads once and writes
// once.
kernel GROUPED void sort_looking_back(global const uint* keys, global const uint* values,
                                      global uint* keys_out, global uint* values_out,
                                      volatile global uint* states, uint n, uint tiles,
                                      uint pass)
{
    local uint counters[SETS * DIGITS], marks[2 * SETS * DIGITS], ticket;
    states += pass * words_of_states(tiles);
    const uint tile = draw_tile(states, tiles, &ticket), first = TILE * tile;
    const uint d = get_local_id(0);
    uint key[ROWS], place[ROWS];
    load_tile(key, keys, first, n);
    clear_local(counters, SETS * DIGITS);
    clear_local(marks, 2 * SETS * DIGITS);
    rank_by_marks(key, 8 * pass, place, counters, marks);
    if (d < DIGITS) {
        volatile global uint* own = states + DIGITS * (1 + tile) + d;
        const uint all = sum_of_sets(counters, d);
        publish(own, keys_of_tile, all);
        const uint begin = begin_of_digit(states, tile, d);
        publish(own, keys_so_far, begin + all);
        place_sets(counters, d, begin);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    scatter_tile(key, place, counters, 8 * pass, values, keys_out, values_out, first, n);
}
//! [look_back]

//! [staged]
//! [order]
// Puts the tile's words in order in local memory, where place[row] says.
void order_tile(const uint* word, const uint* place, local uint* ordered)
{
#pragma unroll
    for (uint row = 0; row < ROWS; ++row) ordered[place[row]] = word[row];
    barrier(CLK_LOCAL_MEM_FENCE);
}
//! [order]

// Writes an ordered tile. Neighbours write neighbouring words, as long as their digits are
// equal: begins[d] + i is where the tile's key i goes if its digit is d. The values go the
// way of their keys.
void write_tile(local uint* ordered, local const uint* begins, const uint* place,
                uint shift, global const uint* values, global uint* keys_out,
                global uint* values_out, uint first, uint n)
{
    const uint l = get_local_id(0), count = min((uint)TILE, n - first);
    uint to[ROWS];
#pragma unroll
    for (uint row = 0; row < ROWS; ++row) {
        const uint i = row * GROUP + l, key = ordered[i];
        to[row] = begins[digit_of(key, shift)] + i;
        if (i < count) keys_out[to[row]] = key;
    }
    if (PAIRS) {
        uint value[ROWS];
        load_tile(value, values, first, n);
        barrier(CLK_LOCAL_MEM_FENCE); // the keys have been read
        order_tile(value, place, ordered);
#pragma unroll
        for (uint row = 0; row < ROWS; ++row) {
            const uint i = row * GROUP + l;
            if (i < count) values_out[to[row]] = ordered[i];
        }
    }
}

// As sort_looking_back, but for how it writes. The ordered tile takes the room of counters
// and marks, which are not needed once the keys are ranked.
#define WORDS (TILE > 3 * SETS * DIGITS ? TILE : 3 * SETS * DIGITS)
kernel GROUPED void sort_staging(global const uint* keys, global const uint* values,
                                 global uint* keys_out, global uint* values_out,
                                 volatile global uint* states, uint n, uint tiles,
                                 uint pass)
{
    local uint words[WORDS], begins[DIGITS], blocks[DIGITS / 16], ticket;
    local uint *counters = words, *marks = words + SETS * DIGITS;
    states += pass * words_of_states(tiles);
    const uint tile = draw_tile(states, tiles, &ticket), first = TILE * tile;
    const uint d = get_local_id(0), shift = 8 * pass;
    volatile global uint* own = states + DIGITS * (1 + tile) + d;
    uint key[ROWS], place[ROWS], all = 0, begin = 0;
    load_tile(key, keys, first, n);
    clear_local(words, 3 * SETS * DIGITS);
    rank_by_marks(key, shift, place, counters, marks);
    if (d < DIGITS) {
        all = sum_of_sets(counters, d);
        publish(own, keys_of_tile, all);
    }
    const uint below = sum_below(all, begins, blocks);
    if (d < DIGITS) {
        place_sets(counters, d, below);
        begin = begin_of_digit(states, tile, d);
        publish(own, keys_so_far, begin + all);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (d < DIGITS) begins[d] = begin - below;
    for (uint row = 0; row < ROWS; ++row)
        place[row] += counters[d / 32 * DIGITS + digit_of(key[row], shift)];
    barrier(CLK_LOCAL_MEM_FENCE);
    order_tile(key, place, words);
    write_tile(words, begins, place, shift, values, keys_out, values_out, first, n);
}
//! [staged]

//! [votes]
// Ranks by votes: what rank_by_marks does, on devices whose lanes of a set go in step. They
// vote on each bit of the digit. The lanes that voted as this one did on all bits have its
// digit. Nothing is written to local memory but the counter, and nothing waits for the
// other sets of the group (Ashkiani, Davidson, Meyer and Owens, "GPU Multisplit", 2016).
#if VOTES && defined(__NV_CL_C_VERSION)
//! [lanes_with]
uint lanes_with(uint digit)
{
    uint same = ~0u;
#pragma unroll
    for (uint bit = 0; bit < 8; ++bit) {
        uint alike;
        asm volatile("{ .reg .pred one; .reg .u32 only; and.b32 only, %1, %2; "
                     "setp.ne.u32 one, only, 0; "
                     "vote.sync.ballot.b32 %0, one, 0xffffffff; @!one not.b32 %0, %0; }"
                     : "=r"(alike)
                     : "r"(digit), "r"(1u << bit));
        same &= alike;
    }
    return same;
}
//! [lanes_with]

uint from_lane(uint x, uint lane)
{
    asm volatile("shfl.sync.idx.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(x) : "r"(lane));
    return x;
}

void rank(const uint* key, uint shift, uint* place, local uint* counters)
{
    const uint lane = get_local_id(0) % 32;
    local uint* own = counters + get_local_id(0) / 32 * DIGITS;
#pragma unroll
    for (uint row = 0; row < ROWS; ++row) {
        const uint digit = digit_of(key[row], shift), same = lanes_with(digit);
        const uint lower = popcount(same & ((1u << lane) - 1));
        uint next = 0;
        if (lower == 0) next = atomic_add(own + digit, popcount(same));
        place[row] = from_lane(next, 31 - clz(same & -same)) + lower;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
#define ALL_COUNTERS (SETS * DIGITS)
#else
void rank(const uint* key, uint shift, uint* place, local uint* counters)
{
    rank_by_marks(key, shift, place, counters, counters + SETS * DIGITS);
}
#define ALL_COUNTERS (3 * SETS * DIGITS) // the marks are behind the counters
#endif
//! [votes]

//! [counted_first]
// The same in another order. Increments count the tile's digits before its keys are ranked.
// So the tile publishes its numbers early, and looks back when its keys are in order: what
// it asks for has been published in the meantime. The sets' counters begin where their keys
// go, so that ranks are places.
kernel GROUPED void sort_counting_first(global const uint* keys, global const uint* values,
                                        global uint* keys_out, global uint* values_out,
                                        volatile global uint* states, uint n, uint tiles,
                                        uint pass)
{
    local uint words[TILE > ALL_COUNTERS ? TILE : ALL_COUNTERS];
    local uint begins[DIGITS], blocks[DIGITS / 16], ticket;
    states += pass * words_of_states(tiles);
    const uint tile = draw_tile(states, tiles, &ticket), first = TILE * tile;
    const uint d = get_local_id(0), shift = 8 * pass;
    volatile global uint* own = states + DIGITS * (1 + tile) + d;
    uint key[ROWS], place[ROWS], all = 0;
    load_tile(key, keys, first, n);
    clear_local(words, ALL_COUNTERS);
#pragma unroll
    for (uint row = 0; row < ROWS; ++row)
        atomic_inc(words + d / 32 * DIGITS + digit_of(key[row], shift));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (d < DIGITS) {
        all = sum_of_sets(words, d);
        publish(own, keys_of_tile, all);
    }
    const uint below = sum_below(all, begins, blocks);
    if (d < DIGITS) place_sets(words, d, below);
    barrier(CLK_LOCAL_MEM_FENCE);
    rank(key, shift, place, words);
    order_tile(key, place, words);
    if (d < DIGITS) {
        const uint begin = begin_of_digit(states, tile, d);
        publish(own, keys_so_far, begin + all);
        begins[d] = begin - below;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    write_tile(words, begins, place, shift, values, keys_out, values_out, first, n);
}
//! [counted_first]
