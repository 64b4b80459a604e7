// The product of two matrices, the way one would write it first, and with its two indices exchanged.
// `a` has `rows` rows of `depth` elements, `b` has `depth` rows of `columns`, and `c` has `rows` rows
// of `columns`. Groups of any shape, launched over at least as many work-items as `c` has elements.

//! [by_rows]
// Work-item (i, j) makes the element of c in row i, column j, as mathematics counts.
kernel void by_rows(global const float* a, global const float* b, global float* c,
                    uint rows, uint columns, uint depth)
{
    size_t row = get_global_id(0);
    size_t column = get_global_id(1);
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (uint k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[(size_t)k * columns + column];
    c[row * columns + column] = sum;
}
//! [by_rows]

//! [by_columns]
// The same, and work-item (i, j) makes the element in column i, row j.
kernel void by_columns(global const float* a, global const float* b, global float* c,
                       uint rows, uint columns, uint depth)
{
    size_t column = get_global_id(0);
    size_t row = get_global_id(1);
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (uint k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[(size_t)k * columns + column];
    c[row * columns + column] = sum;
}
//! [by_columns]
