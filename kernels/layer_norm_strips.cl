// Layer norm of rows for CPUs: a work-item, alone in its group, has neighbouring rows, one
// after the other. A row is read from memory once and stays in the work-item's own memory,
// which is in the cache.
//
// Limits: as in layer_norm.cl. The buffers begin where a float16 may, as buffers do.
//
// Options:
//   ROWS     rows of a work-item
//   VECTORS  vectors of 16 that a row takes: (columns + 15) / 16
#include "exponential.clh"
#include "streaming.clh"
#include "strips.clh"

#ifndef ROWS
#define ROWS 4
#endif
#ifndef VECTORS
#define VECTORS 64
#endif

// The first `count` of 16 numbers, and 0 for the others.
float16 first_of(float16 x, uint count)
{
    const uint16 places = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return places < count ? x : (float16)0;
}

//! [strips]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
strips(global const float* in, global const float* gain, global const float* bias,
       global float* out, uint columns, float epsilon, uint rows)
{
    uint begin = get_global_id(0) * ROWS, end = min(begin + ROWS, rows);
    for (uint r = begin; r < end; ++r) {
        size_t at = (size_t)r * columns;
        uint head = head_of(at, columns), whole = (columns - head) / 16,
             tail = (columns - head) % 16, behind = columns - tail;
        global const float16* from = (global const float16*)(in + at + head);
        global float16* to = (global float16*)(out + at + head);
        float16 first = load_part(in + at, head, 0);
        float16 last = load_part(in + at + behind, tail, 0);
        float16 row[VECTORS], sums = first + last;
        for (uint v = 0; v < whole; ++v) {
            row[v] = from[v];
            sums += row[v];
        }
        float mean = sum_of(sums) / columns;
        first = first_of(first - mean, head);
        last = first_of(last - mean, tail);
        float16 squares = fma(first, first, last * last);
        for (uint v = 0; v < whole; ++v) {
            row[v] -= mean;
            squares = fma(row[v], row[v], squares);
        }
        float scale = 1 / sqrt(sum_of(squares) / columns + epsilon);
        store_part(fma(first * scale, load_part(gain, head, 0), load_part(bias, head, 0)),
                   out + at, head);
        for (uint v = 0; v < whole; ++v)
            STREAM(fma(row[v] * scale, vload16(v, gain + head), vload16(v, bias + head)),
                   to + v); // past the cache
        store_part(fma(last * scale, load_part(gain + behind, tail, 0),
                       load_part(bias + behind, tail, 0)),
                   out + at + behind, tail);
    }
}
//! [strips]
