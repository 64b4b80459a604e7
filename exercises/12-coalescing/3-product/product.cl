// Two products of matrices. C has rows x columns elements. Two dimensions, one work-item an element of C. The
// launch is square and may be larger than C in both dimensions.

// C = A * B. All three are stored column by column; A is rows x depth and B is depth x columns.
kernel void product_columns(global const float* a, global const float* b, global float* c, uint rows,
                            uint columns, uint depth)
{
    const uint row = get_global_id(1);
    const uint column = get_global_id(0);
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (uint k = 0; k < depth; ++k) sum += a[k * rows + row] * b[column * depth + k];
    c[column * rows + row] = sum;
}

// C = transpose of A, times B. All three are stored row by row; A and B have depth rows.
kernel void product_transposed(global const float* a, global const float* b, global float* c, uint rows,
                               uint columns, uint depth)
{
    const uint row = get_global_id(0);
    const uint column = get_global_id(1);
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (uint k = 0; k < depth; ++k) sum += a[k * rows + row] * b[k * columns + column];
    c[row * columns + column] = sum;
}
