// c = a · b: `a` has `rows` rows of `depth` elements, `b` has `depth` rows of `columns`, `c` has `rows` rows of `columns`.
// Groups of 16 × 16, each for a square of 16 BLOCK × 16 BLOCK elements of c: group (i, j) for columns 16 BLOCK i and on, rows
// 16 BLOCK j and on. The launch is rounded up to whole groups.
#ifndef BLOCK
#define BLOCK 8
#endif

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
block(global const float* a, global const float* b, global float* c, uint rows, uint columns, uint depth)
{
    // Right, one element after the other from global memory. Tiles, and a block of sums in registers, are your part.
    size_t left = get_group_id(0) * (16 * BLOCK), top = get_group_id(1) * (16 * BLOCK);
    for (uint i = 0; i < BLOCK; ++i)
        for (uint j = 0; j < BLOCK; ++j) {
            size_t row = top + get_local_id(1) + 16 * i, column = left + get_local_id(0) + 16 * j;
            if (row >= rows || column >= columns) continue;
            float sum = 0;
            for (uint k = 0; k < depth; ++k) sum += a[row * depth + k] * b[(size_t)k * columns + column];
            c[row * columns + column] = sum;
        }
}
