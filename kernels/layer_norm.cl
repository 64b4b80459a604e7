// Layer norm of rows: out[c] = (in[c] - mean) / sqrt(variance + epsilon) * gain[c] +
// bias[c], with the row's own mean and variance. A group of GROUP work-items has a row of
// `columns` elements, row get_group_id(0); neighbours read neighbouring elements. Launches
// have one dimension and a group for each row.
//
// Limits: columns is from 1 to 2^24, because it is the divisor as a float. epsilon is above
// 0.
//
// Option of `kept`:
//   EACH  elements that a work-item keeps: GROUP * EACH is at least `columns`
#include "rows.clh"

#ifndef EACH
#define EACH 4
#endif

//! [two_passes]
// The mean first, and then the mean of the squares of what each number differs from it.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
two_passes(global const float* in, global const float* gain, global const float* bias,
           global float* out, uint columns, float epsilon)
{
    local float shared[GROUP];
    in += (size_t)get_group_id(0) * columns;
    out += (size_t)get_group_id(0) * columns;
    float sum = 0, squares = 0;
    for (uint c = get_local_id(0); c < columns; c += GROUP) sum += in[c];
    float mean = group_sum(sum, shared) / columns;
    for (uint c = get_local_id(0); c < columns; c += GROUP)
        squares += (in[c] - mean) * (in[c] - mean);
    float scale = 1 / sqrt(group_sum(squares, shared) / columns + epsilon);
    for (uint c = get_local_id(0); c < columns; c += GROUP)
        out[c] = (in[c] - mean) * scale * gain[c] + bias[c];
}
//! [two_passes]

//! [shifted]
// Both in one pass, of the numbers less the first of the row: the variance does not change
// by that, and the squares stay small.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
shifted(global const float* in, global const float* gain, global const float* bias,
        global float* out, uint columns, float epsilon)
{
    local float shared[GROUP];
    in += (size_t)get_group_id(0) * columns;
    out += (size_t)get_group_id(0) * columns;
    float shift = in[0], sum = 0, squares = 0;
    for (uint c = get_local_id(0); c < columns; c += GROUP) {
        float x = in[c] - shift;
        sum += x;
        squares += x * x;
    }
    float mean = group_sum(sum, shared) / columns;
    float variance = fmax(group_sum(squares, shared) / columns - mean * mean, 0.0f);
    float scale = 1 / sqrt(variance + epsilon);
    for (uint c = get_local_id(0); c < columns; c += GROUP)
        out[c] = (in[c] - shift - mean) * scale * gain[c] + bias[c];
}
//! [shifted]

//! [kept]
// The row is read once and stays in registers, so two passes over it cost no memory.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
kept(global const float* in, global const float* gain, global const float* bias,
     global float* out, uint columns, float epsilon)
{
    local float shared[GROUP];
    in += (size_t)get_group_id(0) * columns;
    out += (size_t)get_group_id(0) * columns;
    float row[EACH], sum = 0, squares = 0;
#pragma unroll
    for (uint e = 0; e < EACH; ++e) {
        uint c = e * GROUP + get_local_id(0);
        row[e] = c < columns ? in[c] : 0;
        sum += row[e];
    }
    float mean = group_sum(sum, shared) / columns;
#pragma unroll
    for (uint e = 0; e < EACH; ++e) {
        row[e] -= mean;
        if (e * GROUP + get_local_id(0) < columns) squares += row[e] * row[e];
    }
    float scale = 1 / sqrt(group_sum(squares, shared) / columns + epsilon);
#pragma unroll
    for (uint e = 0; e < EACH; ++e) {
        uint c = e * GROUP + get_local_id(0);
        if (c < columns) out[c] = row[e] * scale * gain[c] + bias[c];
    }
}
//! [kept]
