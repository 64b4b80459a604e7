// Inclusive scan, strip by strip: the rungs of the ladder for CPUs. Options: STRIP, and
// those in scan.clh and scan_states.clh.
#include "scan_states.clh"
#include "streaming.clh"

//! [strips]
// For CPUs, whose vectors hold 16 elements and whose work-items are best few and busy.
// Work-item g, a group of its own, has `strip` elements from strip * g on, a multiple
// of 16. Twice over the data, as before: the sum of each strip,
typedef VECTOR(ELEMENT, 16) sixteen;

// Within one register: first inside each quarter, then what ends one quarter goes to the
// next, then to the second half. (Hillis and Steele's steps over all 16 would be four as
// well, but moving every element across a whole register is dear.)
sixteen scanned_sixteen(sixteen x)
{
    x += (sixteen)(0, x.s0, x.s1, x.s2, 0, x.s4, x.s5, x.s6, 0, x.s8, x.s9, x.sa, 0, x.sc,
                   x.sd, x.se);
    x += (sixteen)(0, 0, x.s0, x.s1, 0, 0, x.s4, x.s5, 0, 0, x.s8, x.s9, 0, 0, x.sc, x.sd);
    x += (sixteen)(0, 0, 0, 0, x.s3, x.s3, x.s3, x.s3, 0, 0, 0, 0, x.sb, x.sb, x.sb, x.sb);
    x += (sixteen)(0, 0, 0, 0, 0, 0, 0, 0, x.s7, x.s7, x.s7, x.s7, x.s7, x.s7, x.s7, x.s7);
    return x;
}

ELEMENT sum_of(global const ELEMENT* in, uint first, uint end)
{
    sixteen a = 0, b = 0, c = 0, d = 0; // four sums that do not wait for each other
    uint i = first;
    for (; end - i >= 64; i += 64) {
        global const sixteen* x = (global const sixteen*)(in + i);
        a += x[0];
        b += x[1];
        c += x[2];
        d += x[3];
    }
    a = scanned_sixteen((a + b) + (c + d));
    ELEMENT sum = a.sf;
    for (; i < end; ++i) sum += in[i];
    return sum;
}

void scan_from(global const ELEMENT* in, global ELEMENT* out, uint first, uint end,
               ELEMENT before)
{
    // Of this strip alone: it stays small, and loses less than if it began with `before`.
    ELEMENT carry = 0;
    uint i = first;
    for (; end - i >= 16; i += 16) {
        const sixteen x = scanned_sixteen(*(global const sixteen*)(in + i));
        STREAM(x + carry + before, (global sixteen*)(out + i));
        carry += x.sf;
    }
    for (; i < end; ++i) out[i] = before + (carry += in[i]);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
sum_long_strips(global const ELEMENT* in, global ELEMENT* sums, uint n, uint strip)
{
    const uint first = strip * get_global_id(0);
    sums[get_global_id(0)] = sum_of(in, first, first + min(strip, n - first));
}

// and the scan of each from where the strips before it end.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan_long_strips(global const ELEMENT* in, global ELEMENT* out, global const ELEMENT* sums,
                 uint n, uint strip)
{
    const uint first = strip * get_global_id(0);
    ELEMENT before = 0;
    for (uint g = 0; g < get_global_id(0); ++g) before += sums[g];
    scan_from(in, out, first, first + min(strip, n - first), before);
}
//! [strips]

//! [cached_strips]
// Every element comes from memory once: strips of STRIP elements, few enough to be in the
// cache still when they are read again. While a work-item scans a strip it sums its next
// one, so that loads and stores are under way together. Strips are drawn by ticket, and
// each waits for the strip before it, which was drawn earlier.
#ifndef STRIP
#define STRIP 262144
#endif
#if STRIP % 64 != 0
#error STRIP is a multiple of 64
#endif

// One past the last element of a strip.
uint end_of(uint strip, uint n)
{
    return strip * STRIP + min((uint)STRIP, n - strip * STRIP);
}

// Scans one whole strip and returns the sum of another.
ELEMENT scan_and_sum(global const ELEMENT* in, global ELEMENT* out, uint strip, uint next,
                     ELEMENT before)
{
    global const sixteen* x = (global const sixteen*)(in + strip * STRIP);
    global const sixteen* y = (global const sixteen*)(in + next * STRIP);
    global sixteen* to = (global sixteen*)(out + strip * STRIP);
    sixteen sum = 0;
    ELEMENT carry = 0;
    for (uint i = 0; i < STRIP / 16; ++i) {
        sum += y[i];
        const sixteen scan = scanned_sixteen(x[i]);
        STREAM(scan + carry + before, to + i);
        carry += scan.sf;
    }
    sum = scanned_sixteen(sum);
    return sum.sf;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
scan_cached_strips(global const ELEMENT* in, global ELEMENT* out,
                   volatile global uint* states, uint n, uint strips)
{
    volatile global uint* tickets = states + 2 * (WINDOW + strips);
    uint strip = atomic_inc(tickets);
    ELEMENT sum = strip < strips ? sum_of(in, strip * STRIP, end_of(strip, n)) : 0;
    while (strip < strips) {
        uint2 told = published(states, WINDOW + strip - 1);
        while (status_of(told) != sum_so_far) told = published(states, WINDOW + strip - 1);
        const ELEMENT before = value_of(told);
        publish(states, WINDOW + strip, sum_so_far, before + sum);
        const uint next = atomic_inc(tickets);
        if (next < n / STRIP)
            sum = scan_and_sum(in, out, strip, next, before);
        else {
            if (next < strips) sum = sum_of(in, next * STRIP, n);
            scan_from(in, out, strip * STRIP, end_of(strip, n), before);
        }
        strip = next;
    }
}
//! [cached_strips]
