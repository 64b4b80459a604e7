// c = a · bᵀ: `a` has `rows` rows of `depth` elements, `b` has `columns` rows of `depth`, `c` has `rows` rows of `columns`.
// Groups of 16 × 16, dimension 0 along the columns of c; the launch is rounded up to whole groups.
#define SIDE 16

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void by_transposed(global const float* a,
                                                                               global const float* b,
                                                                               global float* c, uint rows,
                                                                               uint columns, uint depth)
{
    // Right, without tiles. Neighbours read elements of b that are a whole row apart. The rest is your part.
    size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (uint k = 0; k < depth; ++k) sum += a[row * depth + k] * b[column * depth + k];
    c[row * columns + column] = sum;
}
