// Gaussian blur by a recursive filter (Young and van Vliet): each result is made of the
// pixel and of the three results before it, once forwards and once backwards, so that the
// work is the same for every width of the Gaussian. Pictures and borders are those of
// gaussian_blur.cl; so are the limits, and there are less than 2^30 pixels.
//
// `recursion` has 13 numbers (lockstep/gaussian.hpp): the pixel's factor, those of the
// results 1, 2 and 3 places back, and 3 × 3 for the turn at the end of a line: how the
// results behind the end follow from the last three of the way there.
#include "transpose.cl"

//! [recursive]
// Filters `count` values that are `apart` from each other. Before the line, the results
// have long settled at its first value; behind it, all pixels are copies of the last one.
void recur_along(global const float* from, constant float* recursion, global float* to,
                 int count, int apart)
{
    const float factor = recursion[0], one = recursion[1], two = recursion[2],
                three = recursion[3];
    float a = from[0], b = a, c = a, last = a;
    for (int k = 0; k < count; ++k) {
        last = from[k * apart];
        const float now = factor * last + one * a + two * b + three * c;
        to[k * apart] = now;
        c = b;
        b = a;
        a = now;
    }
    constant float* turn = recursion + 4;
    a -= last;
    b -= last;
    c -= last;
    float p = last + turn[0] * a + turn[1] * b + turn[2] * c,
          q = last + turn[3] * a + turn[4] * b + turn[5] * c,
          r = last + turn[6] * a + turn[7] * b + turn[8] * c;
    for (int k = count - 1; k >= 0; --k) {
        const float now = factor * to[k * apart] + one * p + two * q + three * r;
        to[k * apart] = now;
        r = q;
        q = p;
        p = now;
    }
}

// One work-item for each row, or for each column. Groups of any size.
kernel void recur_rows(global const float* in, constant float* recursion, global float* out,
                       uint columns, uint rows)
{
    const uint y = get_global_id(0);
    if (y < rows) recur_along(in + y * columns, recursion, out + y * columns, columns, 1);
}

kernel void recur_columns(global const float* in, constant float* recursion,
                          global float* out, uint columns, uint rows)
{
    const uint x = get_global_id(0);
    if (x < columns) recur_along(in + x, recursion, out + x, rows, columns);
}
//! [recursive]

//! [recursive_blocks]
// Columns in blocks of BLOCK_ROWS, so that there are more work-items. A result depends
// less and less on what is far away: for σ up to 4/3, WARM rows reduce the error of what
// the filter began with to the rounding of a float. The results of the way down stay in
// registers.
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 32
#endif
#ifndef WARM
#define WARM 16 // for a standard deviation of up to 4/3
#endif

kernel void recur_blocks(global const float* in, constant float* recursion,
                         global float* out, uint columns, uint rows)
{
    const uint x = get_global_id(0);
    const int top = BLOCK_ROWS * get_global_id(1), last = rows - 1;
    if (x >= columns || top > last) return;
    const float factor = recursion[0], one = recursion[1], two = recursion[2],
                three = recursion[3];
    float line[BLOCK_ROWS + WARM];
    float a = in[max(top - WARM, 0) * columns + x], b = a, c = a;
#pragma unroll
    for (int k = -WARM; k < BLOCK_ROWS + WARM; ++k) {
        const float pixel = in[clamp(top + k, 0, last) * columns + x];
        const float now = factor * pixel + one * a + two * b + three * c;
        if (k >= 0) line[k] = now;
        c = b;
        b = a;
        a = now;
    }
    float p = a, q = a, r = a;
#pragma unroll
    for (int k = BLOCK_ROWS + WARM - 1; k >= 0; --k) {
        const float now = factor * line[k] + one * p + two * q + three * r;
        if (k < BLOCK_ROWS && top + k <= last) out[(top + k) * columns + x] = now;
        r = q;
        q = p;
        p = now;
    }
}
//! [recursive_blocks]
