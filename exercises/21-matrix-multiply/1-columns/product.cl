// c = a · b: `a` has `rows` rows of `depth` elements, `b` has `depth` rows of `columns`, `c` has `rows` rows of `columns`.
// The launch has at least as many work-items in dimension 0 as c has columns, and in dimension 1 as it has rows.
kernel void product(global const float* a, global const float* b, global float* c, uint rows, uint columns,
                    uint depth)
{
    size_t row = get_global_id(0), column = get_global_id(1);
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (uint k = 0; k < depth; ++k) sum += a[row * depth + k] * b[(size_t)k * columns + column];
    c[row * columns + column] = sum;
}
