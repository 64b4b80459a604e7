// The product by merging for CPUs: a work-item goes a long strip of the path, row by row.
//
// -D STRIP    steps of a work-item. The others are in sparse_merged.cl
#include "sparse_merged.cl"

//! [strips]
// Eight neighbours of a row at a time. There is no order of the sums to keep but the row's.
float sum_of_row(global const uint* columns, global const float* values,
                 global const float* x, uint i, uint end)
{
    float sum = 0;
    if (end - i >= 16) {
        float8 sums = 0;
        for (; i + 8 <= end; i += 8) {
            const uint8 c = vload8(0, columns + i);
            sums += vload8(0, values + i) * (float8)(x[c.s0], x[c.s1], x[c.s2], x[c.s3],
                                                     x[c.s4], x[c.s5], x[c.s6], x[c.s7]);
        }
        const float4 fours = sums.lo + sums.hi;
        sum = fours.x + fours.y + fours.z + fours.w;
    }
    for (; i < end; ++i) sum += values[i] * x[columns[i]];
    return sum;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
multiply_strips(global const uint* row_begins, global const uint* columns,
                global const float* values, global const float* x, global const uint* cuts,
                global float* y, global uint* carry_rows, global float* carries, uint rows,
                uint nonzeros)
{
    const uint strip = get_group_id(0), last_row = cuts[strip + 1];
    const uint last = min((strip + 1) * STRIP, rows + nonzeros);
    uint i = strip * STRIP - cuts[strip];
    for (uint r = cuts[strip]; r < last_row; ++r) {
        const uint end = row_begins[r + 1];
        y[r] = sum_of_row(columns, values, x, i, end);
        i = end;
    }
    carry_rows[strip] = last_row;
    carries[strip] = sum_of_row(columns, values, x, i, last - last_row);
}
//! [strips]
