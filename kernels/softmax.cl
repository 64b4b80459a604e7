// Softmax of rows: out[c] = exp(in[c]) / (sum of exp over the row). A group of GROUP
// work-items has a row of `columns` elements, row get_group_id(0); neighbours read
// neighbouring elements. Launches have one dimension and a group for each row.
//
// Limits: columns is from 1 to 2^31. No number of the row is a NaN or +INFINITY, and one of
// them at least is not -INFINITY.
//
// Option of `kept`:
//   EACH  elements that a work-item keeps: GROUP * EACH is at least `columns`
#include "rows.clh"

#ifndef EACH
#define EACH 4
#endif

//! [three_passes]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
three_passes(global const float* in, global float* out, uint columns)
{
    local float shared[GROUP];
    in += (size_t)get_group_id(0) * columns;
    out += (size_t)get_group_id(0) * columns;
    float largest = -INFINITY, sum = 0;
    for (uint c = get_local_id(0); c < columns; c += GROUP) largest = fmax(largest, in[c]);
    largest = group_max(largest, shared);
    for (uint c = get_local_id(0); c < columns; c += GROUP) sum += exp(in[c] - largest);
    sum = group_sum(sum, shared);
    for (uint c = get_local_id(0); c < columns; c += GROUP)
        out[c] = exp(in[c] - largest) / sum;
}
//! [three_passes]

//! [online]
// The largest number so far and the sum of exp(x - largest) in one pass: when the largest
// changes, the sum is corrected.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
online(global const float* in, global float* out, uint columns)
{
    local float shared[GROUP];
    in += (size_t)get_group_id(0) * columns;
    out += (size_t)get_group_id(0) * columns;
    float mine = -INFINITY, sum = 0;
    for (uint c = get_local_id(0); c < columns; c += GROUP) {
        float x = in[c];
        if (x > mine) {
            sum *= exp(mine - x);
            mine = x;
        }
        sum += x > -INFINITY ? exp(x - mine) : 0;
    }
    float largest = group_max(mine, shared);
    sum = group_sum(sum * exp(mine - largest), shared);
    for (uint c = get_local_id(0); c < columns; c += GROUP)
        out[c] = exp(in[c] - largest) / sum;
}
//! [online]

//! [kept]
// The row is read once and stays in registers: EACH elements of a work-item, GROUP apart.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
kept(global const float* in, global float* out, uint columns)
{
    local float shared[GROUP];
    in += (size_t)get_group_id(0) * columns;
    out += (size_t)get_group_id(0) * columns;
    float row[EACH], largest = -INFINITY, sum = 0;
#pragma unroll
    for (uint e = 0; e < EACH; ++e) {
        uint c = e * GROUP + get_local_id(0);
        row[e] = c < columns ? in[c] : -INFINITY;
        largest = fmax(largest, row[e]);
    }
    largest = group_max(largest, shared);
#pragma unroll
    for (uint e = 0; e < EACH; ++e) {
        row[e] = exp(row[e] - largest);
        sum += row[e];
    }
    float scale = 1 / group_sum(sum, shared);
#pragma unroll
    for (uint e = 0; e < EACH; ++e) {
        uint c = e * GROUP + get_local_id(0);
        if (c < columns) out[c] = row[e] * scale;
    }
}
//! [kept]
