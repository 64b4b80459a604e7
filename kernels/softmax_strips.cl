// Softmax of rows for CPUs: a work-item, alone in its group, has neighbouring rows, one
// after the other. A row is read from memory once and stays in the work-item's own memory,
// which is in the cache.
//
// Limits: as in softmax.cl. The buffers begin where a float16 may, as buffers do.
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

//! [strips]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
strips(global const float* in, global float* out, uint columns, uint rows)
{
    uint begin = get_global_id(0) * ROWS, end = min(begin + ROWS, rows);
    for (uint r = begin; r < end; ++r) {
        size_t at = (size_t)r * columns;
        uint head = head_of(at, columns), whole = (columns - head) / 16,
             tail = (columns - head) % 16;
        global const float16* from = (global const float16*)(in + at + head);
        global float16* to = (global float16*)(out + at + head);
        float16 first = load_part(in + at, head, -INFINITY);
        float16 last = load_part((global const float*)(from + whole), tail, -INFINITY);
        float16 row[VECTORS], highest = first > last ? first : last;
        for (uint v = 0; v < whole; ++v) {
            row[v] = from[v];
            highest = row[v] > highest ? row[v] : highest;
        }
        float largest = largest_of(highest);
        first = exponential(first - largest);
        last = exponential(last - largest);
        float16 sums = first + last;
        for (uint v = 0; v < whole; ++v) {
            row[v] = exponential(row[v] - largest);
            sums += row[v];
        }
        float scale = 1 / sum_of(sums);
        store_part(first * scale, out + at, head);
        for (uint v = 0; v < whole; ++v) STREAM(row[v] * scale, to + v); // past the cache
        store_part(last * scale, (global float*)(to + whole), tail);
    }
}
//! [strips]
