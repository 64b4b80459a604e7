// c = a · bᵀ with factors in 16 bits each, the way one would write it first. `a` has `rows`
// rows, `b` has `columns` rows, all of `depth` numbers. Groups of any shape, launched over at
// least as many work-items as c has elements.

//! [plain]
// A bfloat16 is the upper half of a float: the same exponent, and 7 bits of fraction.
float wide(ushort number)
{
    return as_float((uint)number << 16);
}

// Work-item (i, j) makes the element in column i, row j.
kernel void plain(global const ushort* a, global const ushort* b, global float* c,
                  uint rows, uint columns, uint depth)
{
    size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (uint k = 0; k < depth; ++k)
        sum += wide(a[row * depth + k]) * wide(b[column * depth + k]);
    c[row * columns + column] = sum;
}
//! [plain]
