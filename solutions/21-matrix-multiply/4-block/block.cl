// c = a · b: `a` has `rows` rows of `depth` elements, `b` has `depth` rows of `columns`, `c` has `rows` rows of `columns`.
// Groups of 16 × 16, each for a square of 16 BLOCK × 16 BLOCK elements of c: group (i, j) for columns 16 BLOCK i and on, rows
// 16 BLOCK j and on. The launch is rounded up to whole groups.
#ifndef BLOCK
#define BLOCK 8
#endif

// The element of a matrix in that row and column, or zero if it has none there.
float element(global const float* matrix, uint row, uint column, uint rows, uint columns)
{
    return row < rows && column < columns ? matrix[(size_t)row * columns + column] : 0;
}

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
block(global const float* a, global const float* b, global float* c, uint rows, uint columns, uint depth)
{
    local float a_tile[16 * BLOCK][8], b_tile[8][16 * BLOCK];
    uint x = get_local_id(0), y = get_local_id(1), id = y * 16 + x;
    uint left = get_group_id(0) * (16 * BLOCK), top = get_group_id(1) * (16 * BLOCK);
    float sum[BLOCK][BLOCK] = {{0}};
    for (uint first = 0; first < depth; first += 8) {
#pragma unroll
        for (uint i = id; i < 128 * BLOCK; i += 256) {
            a_tile[i / 8][i % 8] = element(a, top + i / 8, first + i % 8, rows, depth);
            b_tile[i / (16 * BLOCK)][i % (16 * BLOCK)] =
                element(b, first + i / (16 * BLOCK), left + i % (16 * BLOCK), depth, columns);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint k = 0; k < 8; ++k) {
            float of_a[BLOCK], of_b[BLOCK];
#pragma unroll
            for (uint i = 0; i < BLOCK; ++i) {
                of_a[i] = a_tile[y + 16 * i][k];
                of_b[i] = b_tile[k][x + 16 * i];
            }
#pragma unroll
            for (uint i = 0; i < BLOCK; ++i)
#pragma unroll
                for (uint j = 0; j < BLOCK; ++j) sum[i][j] += of_a[i] * of_b[j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint i = 0; i < BLOCK; ++i)
#pragma unroll
        for (uint j = 0; j < BLOCK; ++j) {
            uint row = top + y + 16 * i, column = left + x + 16 * j;
            if (row < rows && column < columns) c[(size_t)row * columns + column] = sum[i][j];
        }
}
