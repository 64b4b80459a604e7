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
    uint whole = columns / 16;
    for (uint r = begin; r < end; ++r) {
        global const float* from = in + (size_t)r * columns;
        global float* to = out + (size_t)r * columns;
        float16 row[VECTORS], highest = -INFINITY, sums = 0;
        for (uint v = 0; v < whole; ++v) {
            row[v] = vload16(v, from);
            highest = row[v] > highest ? row[v] : highest;
        }
        if (whole < VECTORS) { // the last vector is filled up with what adds 0
            float last[16];
            for (uint i = 0; i < 16; ++i)
                last[i] = 16 * whole + i < columns ? from[16 * whole + i] : -INFINITY;
            row[whole] = vload16(0, last);
            highest = row[whole] > highest ? row[whole] : highest;
        }
        float largest = largest_of(highest);
        for (uint v = 0; v < VECTORS; ++v) {
            row[v] = exponential(row[v] - largest);
            sums += row[v];
        }
        float scale = 1 / sum_of(sums);
        if (columns % 16 == 0) { // rows begin where a vector may: past the cache
            for (uint v = 0; v < VECTORS; ++v)
                STREAM(row[v] * scale, (global float16*)to + v);
            continue;
        }
        for (uint v = 0; v < whole; ++v) vstore16(row[v] * scale, v, to);
        float last[16];
        vstore16(row[whole] * scale, 0, last);
        for (uint i = 16 * whole; i < columns; ++i) to[i] = last[i - 16 * whole];
    }
}
//! [strips]
