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

#ifndef ROWS
#define ROWS 4
#endif
#ifndef VECTORS
#define VECTORS 64
#endif

// 16 elements from there on, 0 behind the last of the row.
float16 load_last(global const float* from, uint count)
{
    float last[16];
    for (uint i = 0; i < 16; ++i) last[i] = i < count ? from[i] : 0;
    return vload16(0, last);
}

//! [strips]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
strips(global const float* in, global const float* gain, global const float* bias,
       global float* out, uint columns, float epsilon, uint rows)
{
    uint begin = get_global_id(0) * ROWS, end = min(begin + ROWS, rows);
    uint whole = columns / 16, left = columns % 16;
    for (uint r = begin; r < end; ++r) {
        global const float* from = in + (size_t)r * columns;
        global float* to = out + (size_t)r * columns;
        float16 row[VECTORS], sums = 0, squares = 0;
        for (uint v = 0; v < whole; ++v) {
            row[v] = vload16(v, from);
            sums += row[v];
        }
        if (left > 0) row[whole] = load_last(from + 16 * whole, left);
        if (left > 0) sums += row[whole];
        float mean = sum_of(sums) / columns;
        for (uint v = 0; v < whole; ++v) {
            row[v] -= mean;
            squares = fma(row[v], row[v], squares);
        }
        float rest[16], beyond = 0;
        if (left > 0) vstore16(row[whole] - mean, 0, rest);
        for (uint i = 0; i < left; ++i) beyond += rest[i] * rest[i];
        float scale = 1 / sqrt((sum_of(squares) + beyond) / columns + epsilon);
        for (uint v = 0; v < whole; ++v) {
            float16 y = fma(row[v] * scale, vload16(v, gain), vload16(v, bias));
            if (left == 0)
                STREAM(y, (global float16*)to + v); // past the cache
            else
                vstore16(y, v, to);
        }
        for (uint i = 0; i < left; ++i)
            to[16 * whole + i] =
                rest[i] * scale * gain[16 * whole + i] + bias[16 * whole + i];
    }
}
//! [strips]
