// The sorts by digits for CPUs: few strips, each of them one work-item's.
//
// -D BITS     bits of a digit, 8 or 11: four passes or three. PAIRS is in sort.clh
// Launches are groups of one work-item, g = get_global_id(0), which has `strip` keys from
// strip * g on.
#define GROUP 1
#include "sort.clh"
#include "streaming.clh"
#ifndef BITS
#define BITS 8
#endif
#define DIGITS (1 << BITS)

uint digit_of(uint key, uint shift)
{
    return key >> shift & (DIGITS - 1);
}

//! [strips]
// The passes of three launches, with one work-item a strip. It needs no ranks: it takes its
// keys one after the other, and its counter of a digit says where the next one goes. How
// often each digit occurs in the strip,
kernel GROUPED void count_strips(global const uint* keys, global uint* counts, uint n,
                                 uint strip, uint shift)
{
    const uint first = strip * get_global_id(0), end = first + min(strip, n - first);
    global uint* own = counts + DIGITS * get_global_id(0);
    uint counters[4][DIGITS]; // an increment need not wait for the one before
    for (uint c = 0; c < 4; ++c)
        for (uint d = 0; d < DIGITS; ++d) counters[c][d] = 0;
    uint i = first;
    for (; end - i >= 4; i += 4)
        for (uint c = 0; c < 4; ++c) ++counters[c][digit_of(keys[i + c], shift)];
    for (; i < end; ++i) ++counters[0][digit_of(keys[i], shift)];
    for (uint d = 0; d < DIGITS; ++d)
        own[d] = counters[0][d] + counters[1][d] + counters[2][d] + counters[3][d];
}

// where its keys begin,
kernel GROUPED void place_strips(global uint* counts, uint strips)
{
    uint begin = 0;
    for (uint d = 0; d < DIGITS; ++d)
        for (uint s = 0; s < strips; ++s) {
            const uint count = counts[DIGITS * s + d];
            counts[DIGITS * s + d] = begin;
            begin += count;
        }
}

//! [walk]
// and every key to its place.
kernel GROUPED void scatter_strips(global const uint* keys, global const uint* values,
                                   global uint* keys_out, global uint* values_out,
                                   global const uint* begins, uint n, uint strip,
                                   uint shift)
{
    const uint first = strip * get_global_id(0), end = first + min(strip, n - first);
    uint next[DIGITS];
    for (uint d = 0; d < DIGITS; ++d) next[d] = begins[DIGITS * get_global_id(0) + d];
    for (uint i = first; i < end; ++i) {
        const uint to = next[digit_of(keys[i], shift)]++;
        keys_out[to] = keys[i];
        if (PAIRS) values_out[to] = values[i];
    }
}
//! [walk]
//! [strips]

//! [lines]
// `strips` writes to as many places in turn as there are digits, each in a page of its own.
// Here keys wait in a line of 16 for each digit, which is written when it is full, at once
// and past the caches (software write combining: Wassenberg and Sanders, "Engineering a
// Multi-core Radix Sort", 2011).
//
// Place p of the result waits in word p % 16 of its line. The first line of a digit may
// begin within a line of memory, whose other words are not this strip's: those before
// `begin` are left as they are.
void write_line(global uint* out, const uint16* line, uint end, uint begin)
{
    const uint first = (end - 1) / 16 * 16;
    if (first >= begin && end % 16 == 0)
        STREAM(*line, (global uint16*)(out + first));
    else
        for (uint p = max(first, begin); p < end; ++p) out[p] = ((const uint*)line)[p % 16];
}

kernel GROUPED void scatter_lines(global const uint* keys, global const uint* values,
                                  global uint* keys_out, global uint* values_out,
                                  global const uint* begins, uint n, uint strip, uint shift)
{
    const uint first = strip * get_global_id(0), end = first + min(strip, n - first);
    begins += DIGITS * get_global_id(0);
    uint16 key_lines[DIGITS];
#if PAIRS
    uint16 value_lines[DIGITS];
#else
    uint16* value_lines = key_lines;
#endif
    uint next[DIGITS];
    for (uint d = 0; d < DIGITS; ++d) next[d] = begins[d];
    for (uint i = first; i < end; ++i) {
        const uint d = digit_of(keys[i], shift), to = next[d]++;
        ((uint*)(key_lines + d))[to % 16] = keys[i];
        if (PAIRS) ((uint*)(value_lines + d))[to % 16] = values[i];
        if (to % 16 < 15) continue;
        write_line(keys_out, key_lines + d, to + 1, begins[d]);
        if (PAIRS) write_line(values_out, value_lines + d, to + 1, begins[d]);
    }
    for (uint d = 0; d < DIGITS; ++d)
        if (next[d] % 16 > 0 && next[d] > begins[d]) {
            write_line(keys_out, key_lines + d, next[d], begins[d]);
            if (PAIRS) write_line(values_out, value_lines + d, next[d], begins[d]);
        }
}
//! [lines]
