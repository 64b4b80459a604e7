// rejected by: correct, square matrices stored by columns are multiplied
kernel void product_columns(global const float* a, global const float* b, global float* c, uint rows,
                            uint columns, uint depth)
{
    (void)depth;
}

// C = transpose of A, times B. All three are stored row by row; A and B have depth rows.
kernel void product_transposed(global const float* a, global const float* b, global float* c, uint rows,
                               uint columns, uint depth)
{
    (void)depth;
}
